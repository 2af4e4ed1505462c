package dev.drover.runtime;

/// Lasso's way on the embedded server.
class SharedControllerFactoryTest extends SharedControllerFactoryContract {}
