/**
 * Scheduler of a virtual organization without its actor: it admits jobs, opens cycles, plans, and
 * books a plan step by step. A step that needs the owners is returned to the caller and resumes
 * with their answer, so that owners may be called or sent messages. The caller advances time.
 */
@NullMarked
package io.metasched.metascheduler.cyclic.scheduling;

import org.jspecify.annotations.NullMarked;
