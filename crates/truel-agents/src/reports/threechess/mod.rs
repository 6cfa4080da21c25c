//! The agents of the threechess report.

use crate::catalogue::AgentInfo;

pub(crate) const AGENTS: &[AgentInfo] = &[];
