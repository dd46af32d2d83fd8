package io.metasched.simulation.system.whatif;

import io.metasched.metascheduler.whatif.GridRequest;
import java.util.OptionalLong;

/**
 * A client's request for a reservation in a window.
 *
 * @param id number of the job it was made of, unique among jobs and requests
 * @param submitTick when the client sends it
 * @param request what it asks for
 * @param withdrawTick when the client gives it up, if it has not begun then; empty for never
 */
public record FlexibleRequest(
    long id, long submitTick, GridRequest request, OptionalLong withdrawTick) {}
