/**
 * One stream of jobs for every system: the common form of a job, its translation to each system,
 * and the common metrics. The translation to a system is one file in its folder;
 * docs/experiments.md lists what each translation loses.
 */
@NullMarked
package io.metasched.simulation.translation;

import org.jspecify.annotations.NullMarked;
