package io.metasched.simulation.system.whatif.model;

import io.metasched.metascheduler.whatif.GridRequest;
import java.util.OptionalLong;

/**
 * Request of a client for a reservation in a window.
 *
 * @param id number of the job from which the request was made, unique among jobs and requests
 * @param submitTick tick at which the client sends the request
 * @param request the request
 * @param withdrawTick tick at which the client withdraws the request unless the reservation has
 *     begun; empty for never
 */
public record FlexibleRequest(
    long id, long submitTick, GridRequest request, OptionalLong withdrawTick) {}
