/**
 * The reservation service of a grid: which clusters it probes for a request, in which order it
 * tries the slots that they report, and what it answers. How a cluster rates its slots is not
 * decided here.
 */
@NullMarked
package io.metasched.metascheduler.whatif;

import org.jspecify.annotations.NullMarked;
