/**
 * Lossless search over the slots of several domains: queries, their results, the sessions of a
 * domain, and the planner's view. How queries are sent is not known here.
 */
@NullMarked
package io.metasched.resource.fanout;

import org.jspecify.annotations.NullMarked;
