/**
 * Scenarios: their files, schemas and values, and the refusal of what is not allowed in them. What
 * a system makes of the values is the system's.
 */
@NullMarked
package io.metasched.simulation.scenario;

import org.jspecify.annotations.NullMarked;
