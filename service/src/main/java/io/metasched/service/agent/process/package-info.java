/**
 * Runs as processes, or as batch jobs of a site: the executor, and one supervisor in POSIX sh per
 * run. The executor and the supervisors communicate through files in the run folders.
 */
@NullMarked
package io.metasched.service.agent.process;

import org.jspecify.annotations.NullMarked;
