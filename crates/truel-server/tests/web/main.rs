//! The real server on a real port: valid requests in `api`, broken ones in `hostile` (made by
//! `mutations`), a full disk in `full_disk`.

mod api;
mod crowds;
mod entrance;
mod full_disk;
mod hostile;
mod layouts;
mod mutations;
mod names;
mod server;
