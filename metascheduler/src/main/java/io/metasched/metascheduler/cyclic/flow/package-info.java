/**
 * Job flow from cycle to cycle: waiting, booked, finished and refused jobs, and the balances of the
 * users' accounts. The state is a fold over {@link
 * io.metasched.metascheduler.cyclic.flow.FlowEvent}s. Slots and bookings on nodes belong to the
 * owners.
 */
@NullMarked
package io.metasched.metascheduler.cyclic.flow;

import org.jspecify.annotations.NullMarked;
