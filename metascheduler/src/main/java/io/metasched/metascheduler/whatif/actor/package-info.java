/**
 * The reservation service of a grid as actors: what clusters report, and requests with their
 * placements.
 */
@NullMarked
package io.metasched.metascheduler.whatif.actor;

import org.jspecify.annotations.NullMarked;
