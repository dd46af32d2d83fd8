/**
 * Choice of one window per job from the windows found for each job of a batch. The choice itself
 * uses numbers only: slot time and cost of every alternative, and the limits of the virtual
 * organization (VO). Searching slots and booking windows do not belong here.
 */
@NullMarked
package io.metasched.metascheduler.alternatives;

import org.jspecify.annotations.NullMarked;
