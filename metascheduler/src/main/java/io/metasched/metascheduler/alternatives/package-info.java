/**
 * Alternative windows for each job of a batch, and the choice of one of them per job. The choice
 * uses numbers only: slot time and cost of every alternative, and the limits of the virtual
 * organization (VO). This package does not book windows.
 */
@NullMarked
package io.metasched.metascheduler.alternatives;

import org.jspecify.annotations.NullMarked;
