/**
 * Interface between the scheduler and the machines: runs and facts about them. The scheduler
 * specifies each run with its node and time; an executor executes the run and reports facts about
 * it.
 */
@NullMarked
package io.metasched.service.run;

import org.jspecify.annotations.NullMarked;
