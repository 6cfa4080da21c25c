//! The agents of the chexers report.

use crate::catalogue::AgentInfo;

pub(crate) const AGENTS: &[AgentInfo] = &[];
