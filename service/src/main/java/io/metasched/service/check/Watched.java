package io.metasched.service.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A stream of events as one client read it, with all resumptions.
 *
 * @param client who read it
 * @param seen all that came, in order
 */
public record Watched(String client, List<Seen> seen) {
  /**
   * An event that came.
   *
   * @param id its number
   * @param data what it says; missing where the client may not see it
   */
  public record Seen(long id, JsonNode data) {}

  /** Copies the list. */
  public Watched {
    seen = List.copyOf(seen);
  }
}
