//! All processes that come from one program: who they are, what they use, and how to end them.
//!
//! The family of a leader is the leader, its process group, all descendants of members, and every
//! process with the family's mark in its environment. The mark finds those who cut the other ties
//! (fork twice, open a session of their own). A program that also wipes its environment gets away;
//! that one needs the sandbox, whose process namespace nobody leaves.
//!
//! Everything is read from `/proc`: the list of all processes, then only those that are no older
//! than the leader, and environments only of those without another tie.

use std::collections::HashMap;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// The environment variable that marks a family.
pub(crate) const MARK: &str = "TRUEL_MATCH";

/// How long the members may take to die before they are left alone: only sleep that nothing
/// interrupts takes so long.
const PATIENCE: Duration = Duration::from_secs(5);

/// The processes of one program.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    leader: i32,
    /// `TRUEL_MATCH=...`, unlike that of any other family.
    mark: String,
}

/// What a family uses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Usage {
    /// CPU time of all members, and of their children that have ended.
    pub(crate) cpu: Duration,
    /// Resident bytes; pages that members share are counted for each of them.
    pub(crate) resident: u64,
    /// Members that are alive.
    pub(crate) processes: usize,
}

/// What each member had reserved at some moment, in bytes of address space by process number.
pub(crate) type Level = HashMap<i32, u64>;

/// One line of `/proc/PID/stat`, as far as it matters.
#[derive(Clone, Copy, Debug)]
struct Stat {
    pid: i32,
    parent: i32,
    group: i32,
    is_dead: bool,
    ticks: u64,
    started: u64,
    pages: u64,
}

impl Family {
    /// The family of a process that was started with this mark in its environment.
    pub(crate) fn new(leader: i32, mark: &str) -> Self {
        Family {
            leader,
            mark: format!("{MARK}={mark}"),
        }
    }

    /// Whether a process is a member.
    pub(crate) fn has(&self, pid: i32) -> bool {
        self.members().iter().any(|stat| stat.pid == pid)
    }

    /// What its members use now.
    pub(crate) fn usage(&self) -> Usage {
        let members = self.members();
        let ticks: u64 = members.iter().map(|stat| stat.ticks).sum();
        let pages: u64 = members.iter().map(|stat| stat.pages).sum();
        Usage {
            cpu: Duration::from_secs_f64(ticks as f64 / clock_ticks_per_second() as f64),
            resident: pages * page_size() as u64,
            processes: members.iter().filter(|stat| !stat.is_dead).count(),
        }
    }

    /// Bytes that its members use together, shared pages counted once. Slower
    /// than [`Family::usage`]: the kernel walks all pages.
    pub(crate) fn proportional(&self) -> u64 {
        self.members().iter().map(proportional).sum()
    }

    /// What its members have reserved now.
    pub(crate) fn level(&self) -> Level {
        let members = self.members();
        let sizes = members
            .iter()
            .filter_map(|stat| Some((stat.pid, status(stat.pid, "VmSize:")?)));
        sizes.collect()
    }

    /// Bytes above a level: the greatest size of each member that had one then, and what the others
    /// use.
    pub(crate) fn growth(&self, level: &Level) -> u64 {
        let members = self.members();
        let of = |stat: &Stat| match level.get(&stat.pid) {
            Some(before) => status(stat.pid, "VmPeak:").unwrap_or(0).saturating_sub(*before),
            None => proportional(stat),
        };
        members.iter().map(of).sum()
    }

    /// Ends every member, and waits until all but the leader are gone. The leader is left for its
    /// parent to reap, so that its number, which is the group's, cannot have passed to a stranger
    /// meanwhile.
    pub(crate) fn kill(&self) {
        let start = Instant::now();
        loop {
            if let Some(group) = Pid::from_raw(self.leader) {
                let _ = kill_process_group(group, Signal::KILL);
            }
            let members = self.members();
            let alive: Vec<Pid> = members
                .iter()
                .filter(|stat| !stat.is_dead)
                .filter_map(|stat| Pid::from_raw(stat.pid))
                .collect();
            if alive.is_empty() || start.elapsed() > PATIENCE {
                return;
            }
            for pid in alive {
                // One that is gone already is what we want.
                let _ = kill_process(pid, Signal::KILL);
            }
            sleep(Duration::from_micros(500));
        }
    }

    fn members(&self) -> Vec<Stat> {
        let Some(leader) = stat(self.leader) else {
            return Vec::new();
        };
        let mut others = since(self.leader);
        others.retain(|stat| stat.started >= leader.started && stat.pid != leader.pid);
        let mut members = vec![leader];
        let mut taken = 0;
        // Kinship first: it is cheap, and what it leaves over has to show its environment.
        loop {
            let (kin, rest): (Vec<Stat>, Vec<Stat>) = others.into_iter().partition(|stat| {
                stat.group == self.leader || members[taken..].iter().any(|member| member.pid == stat.parent)
            });
            taken = members.len();
            others = rest;
            if kin.is_empty() {
                break;
            }
            members.extend(kin);
        }
        let (marked, rest): (Vec<Stat>, Vec<Stat>) = others
            .into_iter()
            .partition(|stat| has_mark(stat.pid, std::slice::from_ref(&self.mark)));
        if !marked.is_empty() {
            let of_marked = |stat: &Stat| marked.iter().any(|member| member.pid == stat.parent);
            members.extend(rest.into_iter().filter(of_marked));
            members.extend(marked);
        }
        members
    }
}

/// Whether a process runs. A dead one has no environment left to show.
pub(crate) fn is_alive(pid: i32) -> bool {
    stat(pid).is_some_and(|stat| !stat.is_dead)
}

/// Ends all processes that carry one of these marks, and their children. For families whose arena
/// is dead: their leaders may be dead too.
pub(crate) fn kill_marked(marks: &[String]) {
    let marks: Vec<String> = marks.iter().map(|mark| format!("{MARK}={mark}")).collect();
    let start = Instant::now();
    loop {
        let all = since(0);
        let mut members: Vec<i32> = all
            .iter()
            .map(|stat| stat.pid)
            .filter(|pid| has_mark(*pid, &marks))
            .collect();
        let mut taken = 0;
        while taken < members.len() {
            let parents = members[taken..].to_vec();
            taken = members.len();
            let children = all
                .iter()
                .filter(|stat| parents.contains(&stat.parent))
                .map(|stat| stat.pid);
            let children: Vec<i32> = children.filter(|pid| !members.contains(pid)).collect();
            members.extend(children);
        }
        let is_dead = |pid: &i32| all.iter().any(|stat| stat.pid == *pid && stat.is_dead);
        members.retain(|pid| !is_dead(pid));
        if members.is_empty() || start.elapsed() > PATIENCE {
            return;
        }
        for pid in members.into_iter().filter_map(Pid::from_raw) {
            // One that is gone already is what we want.
            let _ = kill_process(pid, Signal::KILL);
        }
        sleep(Duration::from_micros(500));
    }
}

/// Whether a process shows one of these marks in its environment.
fn has_mark(pid: i32, marks: &[String]) -> bool {
    let environ = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environ
        .split(|byte| *byte == 0)
        .any(|entry| marks.iter().any(|mark| entry == mark.as_bytes()))
}

/// Every process that may have been started after this one.
///
/// The kernel gives out numbers in rising order, so lower ones are older, unless the count has
/// wrapped around since. Then the last number given out is lower too.
fn since(pid: i32) -> Vec<Stat> {
    let last = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let last = last
        .split_whitespace()
        .next_back()
        .and_then(|number| number.parse::<i32>().ok());
    let has_come_round = last.is_none_or(|last| last < pid);
    let Ok(folder) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    folder
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|other| has_come_round || *other > pid)
        .filter_map(stat)
        .collect()
}

/// Bytes that a process uses, its share of what it shares.
fn proportional(stat: &Stat) -> u64 {
    field(stat.pid, "smaps_rollup", "Pss:").unwrap_or(stat.pages * page_size() as u64)
}

/// A size from `/proc/PID/status`, in bytes.
fn status(pid: i32, name: &str) -> Option<u64> {
    field(pid, "status", name)
}

fn field(pid: i32, file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/{file}")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn stat(pid: i32) -> Option<Stat> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may hold blanks and parentheses; what follows its last parenthesis does not.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Stat {
        pid,
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        is_dead: matches!(fields.first(), Some(&("Z" | "X"))),
        ticks: (11..15).map(number).sum::<Option<u64>>()?,
        started: number(19)?,
        pages: number(21)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_knows_itself() {
        let pid = i32::try_from(std::process::id()).expect("a pid");
        let own = stat(pid).expect("our own line");
        assert!(!own.is_dead && own.pages > 0);
        assert!(since(pid - 1).iter().any(|stat| stat.pid == pid));
        assert!(stat(-1).is_none());
    }
}
