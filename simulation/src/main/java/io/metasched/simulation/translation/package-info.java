/**
 * One stream of jobs for every system: what a job is to all of them, how each takes it, and what
 * all are measured by. The translation for a system is one file in its folder; docs/five-systems.md
 * says what is lost in each.
 */
@NullMarked
package io.metasched.simulation.translation;

import org.jspecify.annotations.NullMarked;
