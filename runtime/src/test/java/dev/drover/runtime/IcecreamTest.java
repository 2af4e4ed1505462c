package dev.drover.runtime;

/// The program of page one on the embedded server.
class IcecreamTest extends IcecreamContract {}
