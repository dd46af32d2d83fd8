/**
 * From the windows found for each job of a batch to one chosen window per job. The choice itself
 * knows numbers only: slot time and cost of every alternative, and the limits of the virtual
 * organization (VO). Searching slots and booking windows do not belong here.
 */
@NullMarked
package io.metasched.metascheduler.alternatives;

import org.jspecify.annotations.NullMarked;
