/**
 * The job flow from cycle to cycle: which job waits, is booked, has finished or was refused, and
 * what the users' accounts hold. The state is a fold over {@link
 * io.metasched.metascheduler.flow.FlowEvent}s. Slots and bookings on nodes belong to the owners.
 */
@NullMarked
package io.metasched.metascheduler.flow;

import org.jspecify.annotations.NullMarked;
