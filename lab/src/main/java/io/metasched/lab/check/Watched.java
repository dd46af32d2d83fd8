package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Stream of events as read by one client, with all resumptions.
 *
 * @param client id of the client
 * @param seen all received events, in order
 */
public record Watched(String client, List<Seen> seen) {
  /**
   * Received event.
   *
   * @param id number of the event
   * @param data content; missing if the client may not see it
   */
  public record Seen(long id, JsonNode data) {}

  public Watched {
    seen = List.copyOf(seen);
  }
}
