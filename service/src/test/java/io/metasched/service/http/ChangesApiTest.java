package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stream of changes as pages read it. */
final class ChangesApiTest extends OnOneService {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(URI.create(api.service.url() + path))
        .header("Authorization", "Bearer " + token);
  }

  /** Reader of the stream. */
  private static final class Reader implements AutoCloseable {
    private final BufferedReader lines;
    private long last = -1;
    private boolean isReset; // the stream began with a reset, as the service has forgotten events

    Reader(String user, String query, String... headers) throws Exception {
      this(request("/v1/changes" + query, api.token(user)), headers);
    }

    private Reader(HttpRequest.Builder request, String... headers) throws Exception {
      if (headers.length > 0) {
        request.headers(headers);
      }
      var response = TestedApi.HTTP.send(request.build(), BodyHandlers.ofInputStream());
      assertThat(response.statusCode()).isEqualTo(200);
      lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /**
     * Reads the number and the data of the next block; returns a missing node if the block has no
     * data.
     */
    JsonNode next() throws IOException {
      JsonNode said = JSON.missingNode();
      for (var line = lines.readLine(); ; line = lines.readLine()) {
        if (Objects.requireNonNull(line).startsWith("id: ")) {
          long id = Long.parseLong(line.substring(4));
          assertThat(id).isGreaterThanOrEqualTo(last);
          last = id;
        } else if (line.equals("event: reset")) {
          isReset = true;
        } else if (line.startsWith("data: ") && !isReset) {
          said = JSON.readTree(line.substring(6));
          assertThat(said.path("seq").asLong()).isEqualTo(last);
          assertThat(api.described.faults("Changes", said)).isEmpty();
        } else if (line.isEmpty()) {
          return said;
        }
      }
    }

    /** Returns all values up to and including the first matching message. */
    Set<String> until(Predicate<JsonNode> wanted) throws IOException {
      var all = new TreeSet<String>();
      for (var said = next(); ; said = next()) {
        said.forEach(member -> member.forEach(each -> all.add(each.asText())));
        if (wanted.test(said)) {
          return all;
        }
      }
    }

    /**
     * Returns the messages until a job has ended, by the range of event numbers that each covers.
     */
    Map<String, JsonNode> untilEnded() throws IOException {
      var all = new TreeMap<String, JsonNode>();
      for (boolean ended = false; !ended; ) {
        long before = last;
        var said = next();
        ended = names("job-ended").test(said);
        all.put(before + " to " + last, said);
      }
      return all;
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  private static Predicate<JsonNode> names(String event) {
    return said -> {
      boolean[] found = {false};
      said.path("events").forEach(name -> found[0] |= name.asText().equals(event));
      return found[0];
    };
  }

  private static long version(JsonNode json) {
    return json.path("version").asLong();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/changes", "/v1/events"})
  void whoseTokenIsRevokedHearsOfNothingMore(String path) throws Exception {
    var wanted = "{\"principal\":\"guest\",\"role\":\"reader\"}";
    var made = api.call("POST", "/v1/tokens", "admin", wanted).json();
    try (var guest = new Reader(request(path, made.path("token").asText()))) {
      api.outcome(api.submit("user1", TestedApi.SMALL.formatted("seen")));
      var first = guest.lines.readLine();
      api.call("DELETE", "/v1/tokens/" + made.path("id").asText(), "admin", "");
      var later = api.submit("user1", TestedApi.SMALL.formatted("not-seen"));
      api.outcome(later);

      assertThat(first).isNotNull();
      assertThat(guest.lines.lines()).noneMatch(line -> line.contains(later));
    }
  }

  @Test
  void aReaderHearsOfOwnJobsAndOfNoOthers() throws Exception {
    try (var own = new Reader("user1", "");
        var other = new Reader("user2", "");
        var admin = new Reader("admin", "")) {
      var id = api.submit("user1", TestedApi.SMALL.formatted("x"));
      api.outcome(id);
      api.call("POST", "/v1/nodes/local-1:drain", "admin", "{\"reason\":\"told\"}");
      api.call("POST", "/v1/nodes/local-1:resume", "admin", "");

      assertThat(own.until(names("node-resumed")))
          .contains(id, "user1", "job-submitted", "job-booked", "job-ended", "cycle-ended");
      assertThat(admin.until(names("node-resumed"))).contains(id, "user1", "job-ended");
      assertThat(other.until(names("node-resumed")))
          .contains("cycle-ended", "node-drained", "local-1")
          .doesNotContain(id, "user1")
          .noneMatch(name -> name.startsWith("job-") || name.startsWith("part-"));
    }
  }

  @Test
  void aReaderThatWasAwayGetsOneMessageForAllMissedEvents() throws Exception {
    // not from the start: a reader that is too far behind gets no message about the job
    long before = version(api.outcome(api.submit("user1", TestedApi.SMALL.formatted("x"))));
    var id = api.submit("user1", TestedApi.SMALL.formatted("x"));
    long ended = version(api.outcome(id));
    try (var reader = new Reader("user1", "", "Last-Event-ID", Long.toString(before))) {
      assertThat(reader.next().isMissingNode()).isTrue();
      assertThat(reader.last).isEqualTo(before);
      var missed = reader.next();

      assertThat(missed.path("seq").asLong()).isGreaterThan(before);
      if (missed.path("seq").asLong() < ended) { // the request was between two delivery instants
        missed = reader.next();
      }
      assertThat(missed.path("seq").asLong()).isGreaterThanOrEqualTo(ended);
      assertThat(missed.path("jobs").toString()).contains(id);
      assertThat(Instant.parse(missed.path("at").asText())).isBefore(Instant.now());
    }
  }

  @Test
  void readersWithEqualRightsReceiveEqualChangesAtTheSameTime() throws Exception {
    long after = version(api.outcome(api.submit("user1", TestedApi.SMALL.formatted("x"))));
    try (var one = new Reader("user1", "?after=" + after);
        var other = new Reader("user1", "?after=" + after)) {
      api.outcome(api.submit("user1", TestedApi.SMALL.formatted("x")));
      var told = one.untilEnded();
      var toldOther = other.untilEnded();

      // from the second instant on, both readers are served at the same instants
      told.keySet().retainAll(toldOther.keySet());
      assertThat(told).isNotEmpty();
      told.forEach((span, said) -> assertThat(toldOther.get(span)).as(span).isEqualTo(said));
    }
  }

  /** Returns a batch of jobs that wait for a hundred years. */
  private static String batch(int jobs) {
    var job =
        TestedApi.SMALL
            .formatted("x")
            .replace("\"run\"", "\"start\":{\"notBefore\":\"2126-01-01T00:00:00Z\"},\"run\"");
    return "{\"jobs\":[%s]}".formatted(String.join(",", Collections.nCopies(jobs, job)));
  }

  @Test
  void aReaderThatMissedAThousandEventsListsEverythingAgain() throws Exception {
    long before = version(api.outcome(api.submit("user1", TestedApi.SMALL.formatted("x"))));
    api.call("POST", "/v1/jobs:batch", "user3", batch(1100));
    try (var other = new Reader("user3", "")) {
      // readers are served at two instants; at the later instant, the whole batch has been sent
      for (int instants = 0; instants < 2; instants++) {
        long ended = version(api.outcome(api.submit("user1", TestedApi.SMALL.formatted("x"))));
        while (other.last < ended) {
          other.next();
        }
      }
    }
    var said = JSON.missingNode();
    while (said
        .isMissingNode()) { // on a slow machine, a thousand events may pass between two requests
      long latest;
      try (var away = new Reader("user3", "?after=" + before)) {
        assertThat(away.next().isMissingNode()).isTrue();
        assertThat(away.next().isMissingNode()).isTrue();
        assertThat(away.isReset).isTrue();
        latest = away.last;
      }
      try (var less = new Reader("user3", "?after=" + (latest - 500))) {
        assertThat(less.next().isMissingNode()).isTrue();
        said = less.next();
      }
    }
    assertThat(said.path("many").toString()).isEqualTo("[\"jobs\"]");
  }

  @Test
  void moreThanAReaderWouldLookAtOneByOneAreMany() throws Exception {
    var body = batch(60);
    try (var own = new Reader("user3", "");
        var other = new Reader("user2", "")) {
      var made = api.call("POST", "/v1/jobs:batch", "user3", body).json().path("items");
      var said = own.next();
      while (!names("job-submitted").test(said)) {
        said = own.next();
      }

      assertThat(said.path("many").toString()).isEqualTo("[\"jobs\"]");
      assertThat(said.path("jobs")).isEmpty();
      assertThat(said.path("accounts").toString()).isEqualTo("[\"user3\"]");
      api.call("POST", "/v1/nodes/local-3:drain", "admin", "{\"reason\":\"told\"}");
      assertThat(other.until(names("node-drained")).toString())
          .doesNotContain("jobs", made.get(0).path("id").asText());
    }
  }

  @Test
  void aNumberThatIsNoneOfThisServiceIsTakenForNothing() throws Exception {
    try (var reader = new Reader("user1", "?after=999999999")) {
      assertThat(reader.lines.readLine()).matches("id: \\d+");
      assertThat(reader.lines.readLine()).isEqualTo("event: reset");
    }
  }

  @Test
  void readersOfAnAccountAreNotifiedOfDeposits() throws Exception {
    try (var own = new Reader("user2", "");
        var other = new Reader("user1", "")) {
      api.call("POST", "/v1/accounts/user2/deposits", "admin", "{\"amount\":\"1\"}");
      api.call("POST", "/v1/nodes/local-2:drain", "admin", "{\"reason\":\"told\"}");
      api.call("POST", "/v1/nodes/local-2:resume", "admin", "");

      assertThat(own.until(names("node-resumed"))).contains("deposited", "user2");
      assertThat(other.until(names("node-resumed"))).doesNotContain("deposited", "user2");
    }
  }
}
