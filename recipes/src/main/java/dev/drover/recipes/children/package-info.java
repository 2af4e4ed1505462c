/// Children of everyday use: secrets and certificates that rotate, configuration that restarts
/// pods, jobs that run once, objects that expire.
@NullMarked
package dev.drover.recipes.children;

import org.jspecify.annotations.NullMarked;
