/**
 * Scheduler of a virtual organization without its actor: it admits jobs, opens cycles, plans, and
 * books a plan in steps. A step that needs the owners is returned to the caller and resumes with
 * their answer, so that the caller may call owners or send them messages. The caller advances time.
 */
@NullMarked
package io.metasched.metascheduler.cyclic.scheduling;

import org.jspecify.annotations.NullMarked;
