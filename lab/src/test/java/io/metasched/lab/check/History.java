package io.metasched.lab.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Evidence of a correct service, for tests to corrupt. It has four jobs: {@code a} failed with
 * status 3 on n-1 and n-2; {@code b} ran on n-1 after {@code a} and overran; {@code c} was booked
 * by an offer and withdrawn; {@code d} was lost by its node and ran again on n-2, while a local job
 * of its site waited. The elements of the array {@code x} were withdrawn one after the other, and
 * so were the jobs of the workflow {@code w}: {@code p} and {@code q} after it. Ticks are
 * milliseconds since 1970, so that 1000 is 1 s in the files.
 */
@SuppressWarnings("AnnotateFormatMethod") // @FormatMethod would need another dependency
final class History {
  private static final ObjectMapper JSON = new ObjectMapper();

  final List<RecordedCall> calls = new ArrayList<>();
  final List<ObjectNode> events = new ArrayList<>();
  final List<Watched.Seen> seen = new ArrayList<>();
  final TreeMap<String, ObjectNode> jobs = new TreeMap<>();
  final TreeMap<String, ObjectNode> arrays = new TreeMap<>();
  final TreeMap<String, ObjectNode> accounts = new TreeMap<>();
  final TreeMap<String, List<ObjectNode>> ledgers = new TreeMap<>();
  final TreeMap<String, ObjectNode> claims = new TreeMap<>();
  final List<String> drained = new ArrayList<>();
  final TreeMap<String, List<String>> runs = new TreeMap<>();
  final List<SiteTable.Hold> holds = new ArrayList<>();
  final List<SiteTable.Job> siteJobs = new ArrayList<>();
  final List<SiteTable.Span> restless = new ArrayList<>();
  private boolean isAdvised;

  History() {
    write();
    ask();
    show();
    runs.put("a.1.0", List.of("start 1005000000 n-1", "beat 1500000000", "end 1900000000 3"));
    runs.put("a.1.1", List.of("start 1006000000 n-2", "end 1800000000 0"));
    runs.put("b.1.0", List.of("start 3000000000 n-1", "beat 3950000000"));
    runs.put("d.1.0", List.of("start 3000000000 n-2", "beat 3200000000"));
    runs.put("d.2.0", List.of("start 5000000000 n-2", "end 5500000000 0"));
    hold("d.2.0", 4850, 5800);
    local(4900, 6000, 7000);
    for (var line : events) {
      var told = object("{event: '%s', by: 'x'}", line.path("event").path("event").asText());
      if (line.path("event").has("id") && !Evidence.kind(line).startsWith("claim")) {
        told.put("job", line.path("event").path("id").asText());
      }
      seen.add(new Watched.Seen(line.path("seq").asLong(), told));
    }
  }

  static ObjectNode object(String text, Object... words) {
    try {
      var quoted = text.formatted(words).replace('\'', '"');
      return (ObjectNode) JSON.readTree(quoted.replaceAll("([{,] *)([a-zA-Z]+):", "$1\"$2\":"));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private void event(String text, Object... words) {
    var line = object("{line: 'event', by: 'x'}").put("seq", events.size() + 1L);
    line.put("at", Instant.ofEpochMilli(200L * (events.size() + 1)).toString());
    line.set("event", object(text, words));
    events.add(line);
  }

  /** Adds two entries to the last event. */
  private void move(String from, String to, String kind, String amount, String job) {
    entry(from, to, kind, "-" + amount, kind.equals("charge") ? "-" + amount : "0.000", job);
    entry(to, from, kind, amount, "0.000", job);
  }

  private void entry(
      String account, String counter, String kind, String amount, String held, String job) {
    var entry = object("{kind: '%s', amount: '%s', heldChange: '%s'}", kind, amount, held);
    entry.put("seq", events.size()).put("counter", counter);
    if (!job.isEmpty()) {
      entry.put("job", job);
    }
    ledgers.computeIfAbsent(account, id -> new ArrayList<>()).add(entry);
  }

  private void hold(String amount, String job) {
    entry("user1", "user1", "hold", "0.000", amount, job);
  }

  private void payBack(String amount, String job) {
    entry("user1", "user1", "pay-back", "0.000", "-" + amount, job);
  }

  private void book(String id, long cycle, long from, long to, String... nodes) {
    var window = new StringBuilder();
    var names = new StringBuilder();
    for (var node : nodes) {
      window.append(window.isEmpty() ? "" : ", ");
      window.append("{span: {start: %d, end: %d}, costMilli: 1000}".formatted(from, to));
      names.append(names.isEmpty() ? "" : ", ").append("'").append(node).append("'");
    }
    event(
        "{event: 'job-booked', id: '%s', cycle: %d, window: {parts: [%s]}, nodes: [%s]}",
        id, cycle, window, names);
    hold("%d.000".formatted(nodes.length), id);
  }

  private void submit(String id) {
    event("{event: 'job-submitted', id: '%s', key: 'k-%s', spec: {account: 'user1'}}", id, id);
  }

  private void start(String id, int attempt, int parts) {
    event("{event: 'job-starting', id: '%s', attempt: %d}", id, attempt);
    for (int part = 0; part < parts; part++) {
      event("{event: 'part-started', id: '%s', attempt: %d, part: %d}", id, attempt, part);
    }
  }

  private void end(String id, int attempt, int part, int status, String cause) {
    event(
        "{event: 'part-ended', id: '%s', attempt: %d, part: %d, exitStatus: %d, cause: '%s'}",
        id, attempt, part, status, cause);
  }

  private void write() {
    event("{event: 'founded', origin: '1970-01-01T00:00:00Z'}");
    event("{event: 'deposited', account: 'user1'}");
    move("bank", "user1", "deposit", "9.000", "");
    submit("a");
    submit("b");
    book("a", 1, 1000, 2000, "n-1", "n-2");
    book("b", 1, 3000, 4000, "n-1");
    start("a", 1, 2);
    end("a", 1, 0, 3, "EXITED");
    end("a", 1, 1, 0, "EXITED");
    event("{event: 'job-ended', id: 'a', state: 'FAILED'}");
    move("user1", "owners-n", "charge", "1.700", "a");
    payBack("0.300", "a");
    start("b", 1, 1);
    submit("c");
    book("c", -1, 7000, 8000, "n-1");
    event("{event: 'job-ended', id: 'c', state: 'WITHDRAWN'}");
    payBack("1.000", "c");
    submit("d");
    book("d", 2, 3000, 4000, "n-2");
    start("d", 1, 1);
    event("{event: 'part-lost', id: 'd', attempt: 1, part: 0}");
    event("{event: 'job-requeued', id: 'd'}");
    payBack("1.000", "d");
    book("d", 3, 5000, 6000, "n-2");
    end("b", 1, 0, 143, "TIME_LIMIT");
    event("{event: 'job-ended', id: 'b', state: 'OVERRAN'}");
    move("user1", "owners-n", "charge", "1.000", "b");
    start("d", 2, 1);
    end("d", 2, 0, 0, "EXITED");
    event("{event: 'job-ended', id: 'd', state: 'FINISHED'}");
    move("user1", "owners-n", "charge", "0.500", "d");
    payBack("0.500", "d");
    event("{event: 'claim-made', id: 'r', account: 'user1'}");
    event("{event: 'claim-made', id: 'f', account: 'user1'}");
    event("{event: 'claim-ended', id: 'r'}");
    event("{event: 'node-drained', node: 'n-1', reason: 'drain 1'}");
    event("{event: 'deposited', account: 'user1'}");
    move("bank", "user1", "deposit", "1.001", "");
    event(
        "{event: 'array-submitted', id: 'x', key: 'k-x', array: {indices: '1-2', most: 1},"
            + " spec: {account: 'user1'}}");
    for (var id : List.of("x_1", "x_2")) {
      book(id, 4, 9000, 10_000, "n-1");
      event("{event: 'job-ended', id: '%s', state: 'WITHDRAWN'}", id);
      payBack("1.000", id);
    }
    event("{event: 'grant-set', account: 'user1', granted: {grant: {milli: 200}, next: 4}}");
    event("{event: 'grant-paid', account: 'user1', number: 4, milli: 200}");
    move("bank", "user1", "grant", "0.200", "");
    event("{event: 'grant-lapsed', account: 'user1'}");
    move("user1", "bank", "lapse", "0.200", "");
    event(
        "{event: 'workflow-submitted', id: 'w', workflow: {account: 'user1', budgetMilli: 2500}}");
    task("p", "");
    task("q", "{job: 'p', outcome: 'OK'}");
    book("p", 5, 11_000, 12_000, "n-1");
    book("q", 5, 12_000, 13_000, "n-2");
    for (var id : List.of("p", "q")) {
      event("{event: 'job-ended', id: '%s', state: 'WITHDRAWN'}", id);
      payBack("1.000", id);
    }
  }

  private void task(String id, String after) {
    event(
        "{event: 'job-submitted', id: '%s', spec: {account: 'user1',"
            + " task: {workflow: 'w', name: '%s'}, after: [%s]}}",
        id, id, after);
  }

  private void ask(String path, String key, ObjectNode body, int status, ObjectNode answer) {
    calls.add(new RecordedCall("u1", calls.size(), "POST", path, key, body, status, answer));
  }

  private void ask() {
    ask("/v1/jobs", "k-a", object("{name: 'job a'}"), 0, object("{}"));
    ask("/v1/jobs", "k-a", object("{name: 'job a'}"), 201, object("{id: 'a'}"));
    ask(
        "/v1/jobs:batch",
        "k-b",
        object("{jobs: [{name: 'job b'}, {name: 'job d'}]}"),
        200,
        object("{items: [{id: 'b'}, {id: 'd'}]}"));
    ask("/v1/jobs", "k-c", object("{name: 'job c', offer: 'o'}"), 201, object("{id: 'c'}"));
    ask("/v1/jobs/c:cancel", "", object("{}"), 202, object("{}"));
    var claim = object("{name: 'time r'}");
    ask("/v1/reservations", "k-r", claim, 201, object("{id: 'r'}"));
    ask("/v1/reservations/r:release", "", object("{}"), 200, object("{id: 'r'}"));
    ask("/v1/estimates", "", object("{firm: true}"), 201, object("{offers: [{offer: 'f'}]}"));
    ask(
        "/v1/accounts/user1/deposits",
        "k-m",
        object("{amount: '1.001'}"),
        201,
        object("{id: 'user1'}"));
    ask("/v1/nodes/n-1:drain", "", object("{reason: 'drain 1'}"), 200, object("{id: 'n-1'}"));
    shown("running", 11);
    shown("failed", 14);
    var grant = object("{grant: {amount: '0.200'}}");
    calls.add(
        new RecordedCall("u1", 12, "PATCH", "/v1/accounts/user1", "", grant, 200, object("{}")));
  }

  /** Adds an observation of job a by a client. */
  void shown(String state, int version) {
    var job = object("{id: 'a', attempt: 1}").put("state", state).put("version", version);
    var nothing = MissingNode.getInstance();
    calls.add(new RecordedCall("u1", calls.size(), "GET", "/v1/jobs/a", "", nothing, 200, job));
  }

  private void job(String id, String state, int attempt, String exit, String money, String parts) {
    jobs.put(
        id,
        object(
            "{id: '%s', name: 'job %s', state: '%s', attempt: %d, %s onNodeLoss: '%s', money: {%s},"
                + " window: {parts: [%s]}}",
            id, id, state, attempt, exit, id.equals("d") ? "requeue" : "fail", money, parts));
  }

  private void show() {
    job(
        "a",
        "failed",
        1,
        "exit: 3,",
        "held: '0.000', charged: '1.700', paidBack: '0.300'",
        "{state: 'ended', exit: 3}, {state: 'ended', exit: 0}");
    job(
        "b",
        "overran",
        1,
        "exit: 143,",
        "held: '0.000', charged: '1.000', paidBack: '0.000'",
        "{state: 'ended', exit: 143}");
    job("c", "withdrawn", 1, "", "held: '0.000', charged: '0.000', paidBack: '1.000'", "");
    job(
        "d",
        "finished",
        2,
        "exit: 0,",
        "held: '0.000', charged: '0.500', paidBack: '1.500'",
        "{state: 'ended', exit: 0}");
    for (var id : List.of("x_1", "x_2", "p", "q")) {
      job(id, "withdrawn", 1, "", "held: '0.000', charged: '0.000', paidBack: '1.000'", "");
    }
    arrays.put("x", object("{array: {counts: {withdrawn: 2}}}"));
    accounts.put("user1", object("{balance: '6.801', held: '0.000'}"));
    accounts.put("bank", object("{balance: '-10.001', held: '0.000'}"));
    accounts.put("owners-n", object("{balance: '3.200', held: '0.000'}"));
    claims.put("r", object("{id: 'r', name: 'time r', state: 'released'}"));
    drained.add("n-1");
  }

  /** Sets the reservations to one of n-2 from 4 s on that existed for a time, in milliseconds. */
  void hold(String name, long from, long until) {
    holds.clear();
    holds.add(new SiteTable.Hold(name, "n-2", span(4000, 64_000), span(from, until)));
  }

  /** Lets the site reserve nothing. */
  void sellAdvised() {
    isAdvised = true;
    holds.clear();
  }

  /** Adds an estimate for each of the given jobs, which accept advised windows. */
  void accept(String... ids) {
    for (var id : ids) {
      var job = object("{name: 'job %s', sites: {acceptAdvised: true}}", id);
      var body = object("{}").set("job", job);
      calls.add(
          new RecordedCall(
              "u1", calls.size(), "POST", "/v1/estimates", "", body, 200, object("{offers: []}")));
    }
  }

  /** Sets the jobs of the site to one on n-2 that waited, then ran, in milliseconds. */
  void local(long from, long started, long ended) {
    siteJobs.clear();
    siteJobs.add(
        new SiteTable.Job(
            1,
            "local-1",
            true,
            List.of("n-2"),
            span(0, 60_000).until(),
            List.of(span(from, started)),
            List.of(span(started, ended)),
            true));
  }

  static SiteTable.Span span(long fromMillis, long untilMillis) {
    return new SiteTable.Span(fromMillis * 1_000_000, untilMillis * 1_000_000);
  }

  /** Returns the first event of a kind about the given object. */
  ObjectNode first(String kind, String id) {
    return events.stream()
        .filter(line -> Evidence.kind(line).equals(kind))
        .map(line -> (ObjectNode) line.path("event"))
        .filter(event -> event.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  Evidence evidence() {
    var files = new ArrayList<RunFile>();
    runs.forEach((name, lines) -> files.add(RunFile.read(name, lines)));
    var entries = new TreeMap<String, List<JsonNode>>();
    ledgers.forEach((id, all) -> entries.put(id, List.copyOf(all)));
    return new Evidence(
        calls,
        List.copyOf(events),
        List.of(new Watched("u1", seen)),
        new TreeMap<>(jobs),
        new TreeMap<>(arrays),
        new TreeMap<>(accounts),
        entries,
        new TreeMap<>(claims),
        drained,
        files,
        List.of(new SiteTable("n", isAdvised, 1_000_000_000, siteJobs, holds, restless)));
  }
}
