/**
 * Reservation service of a grid. It selects the clusters to probe for a request and the order in
 * which reported slots are tried, and answers the request. This package does not rate slots.
 */
@NullMarked
package io.metasched.metascheduler.whatif;

import org.jspecify.annotations.NullMarked;
