/// Drover inside Spring Boot: a manager that starts and stops with the application context.
@NullMarked
package shop;

import org.jspecify.annotations.NullMarked;
