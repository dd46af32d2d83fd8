/**
 * Scenarios: their files, schemas and values, and the rejection of invalid ones. Systems interpret
 * the values.
 */
@NullMarked
package io.metasched.simulation.scenario;

import org.jspecify.annotations.NullMarked;
