/**
 * Simulated Slurm for tests and for campaigns of the lab: a model of a site, its faults, and jobs
 * as processes of this machine.
 */
@NullMarked
package io.metasched.service.fake;

import org.jspecify.annotations.NullMarked;
