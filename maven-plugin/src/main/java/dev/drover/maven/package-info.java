/// The goals of the Maven plugin: [dev.drover.maven.CrdMojo] and [dev.drover.maven.GenerateMojo].
/// Their parameters are in `META-INF/maven/plugin.xml`.
@NullMarked
package dev.drover.maven;

import org.jspecify.annotations.NullMarked;
