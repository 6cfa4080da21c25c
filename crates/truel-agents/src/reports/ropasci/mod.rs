//! The agents of the ropasci report.

use crate::catalogue::AgentInfo;

pub(crate) const AGENTS: &[AgentInfo] = &[];
