/**
 * Reservation service of a grid as actors: the information service about clusters, and the service
 * that places requests.
 */
@NullMarked
package io.metasched.metascheduler.whatif.actor;

import org.jspecify.annotations.NullMarked;
