/**
 * Lossless search over the slots of several domains: queries, their results, the sessions of a
 * domain, and the planner's view. The transport of queries is not part of this package.
 */
@NullMarked
package io.metasched.resource.fanout;

import org.jspecify.annotations.NullMarked;
