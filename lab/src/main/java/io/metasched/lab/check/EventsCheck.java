package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.TreeMap;

/**
 * Check that event numbers have no gaps, each reader receives each event once, and events never
 * change.
 */
final class EventsCheck {
  private final Evidence evidence;
  private final Findings findings;
  private final TreeMap<Long, JsonNode> bySeq = new TreeMap<>();

  EventsCheck(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.findings = findings;
  }

  void check() {
    long last = 0;
    for (var line : evidence.events()) {
      long seq = line.path("seq").asLong();
      require(seq == last + 1, "event %d follows event %d in the history", seq, last);
      last = seq;
      bySeq.put(seq, line);
    }
    evidence.watched().forEach(this::checkStream);
  }

  private void require(boolean holds, String otherwise, Object... words) {
    findings.require(holds, Invariant.EVENTS, otherwise, words);
  }

  private void checkStream(Watched stream) {
    var client = stream.client();
    long last = 0;
    for (var seen : stream.seen()) {
      require(
          seen.id() == last + 1, "%s received event %d after event %d", client, seen.id(), last);
      last = seen.id();
      if (!seen.data().isMissingNode()) {
        checkSame(client, seen);
      }
    }
    long end = bySeq.isEmpty() ? 0 : bySeq.lastKey();
    require(last >= end, "%s received events up to %d, of %d", client, last, end);
  }

  /** Checks that an event received by a client equals the recorded one. */
  private void checkSame(String client, Watched.Seen seen) {
    var kept = bySeq.get(seen.id());
    if (kept == null) {
      return; // after the end of the history
    }
    var told = seen.data();
    boolean isSame =
        told.path("event").asText().equals(Evidence.kind(kept))
            && told.path("by").asText().equals(kept.path("by").asText())
            && (!told.has("job") || told.path("job").asText().equals(job(kept)));
    require(
        isSame,
        "%s received %s as event %d, but the history has %s",
        client,
        told,
        seen.id(),
        kept);
  }

  private static String job(JsonNode line) {
    return Evidence.event(line).path("id").asText();
  }
}
