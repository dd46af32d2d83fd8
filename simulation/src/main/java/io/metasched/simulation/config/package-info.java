/**
 * Scenarios as files: HOCON read once, every value checked, each error one line that says where,
 * what is allowed and what was given. Here alone {@code Config} is known.
 */
@NullMarked
package io.metasched.simulation.config;

import org.jspecify.annotations.NullMarked;
