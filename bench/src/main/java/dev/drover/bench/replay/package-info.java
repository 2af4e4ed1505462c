/// An API server that sends events recorded before the measurement, so that it costs next to
/// nothing itself.
///
/// `Replay` starts it, as a process with `ReplayServer`. `ReplayEvents` writes the events to a
/// `ReplayFile`, with the texts of `UniqueTexts`; `ReplayContent` is what the server has in memory,
/// `ReplayConnection` answers one client in the chunks of `ReplayFrames`.
package dev.drover.bench.replay;
