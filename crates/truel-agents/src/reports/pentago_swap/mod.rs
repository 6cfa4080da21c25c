//! The agents of the pentago-swap report.

use crate::catalogue::AgentInfo;

pub(crate) const AGENTS: &[AgentInfo] = &[];
