package dev.drover.runtime;

/// `createOrPatch` on the embedded server.
class CreateOrPatchTest extends CreateOrPatchContract {}
