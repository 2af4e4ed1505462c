package dev.drover.runtime;

/// Own writes in forms with fewer fields on the embedded server.
class OwnWritesInOtherFormsTest extends OwnWritesInOtherFormsContract {}
