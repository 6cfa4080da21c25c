//! The agents of the avalam report.

use crate::catalogue::AgentInfo;

pub(crate) const AGENTS: &[AgentInfo] = &[];
