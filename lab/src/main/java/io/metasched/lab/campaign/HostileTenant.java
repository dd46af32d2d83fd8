package io.metasched.lab.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Hostile tenant: a user who also owns a node, and who makes expensive requests: jobs, inputs,
 * time, connections, disk. Its requests are legitimate, so that none may fail and no other user may
 * be affected.
 */
final class HostileTenant {
  /** Name of the account of the tenant. */
  static final String NAME = "user3";

  private static final String LATER = "2199-01-01T00:00:00Z";
  private static final int CONNECTIONS = 150;
  private static final int MOST_HELD = 3000; // each takes four file descriptors of the campaign
  private static final int UNAVAILABLE = 503;
  private static final int CONNECT_MILLIS = 2000;
  private static final JsonNode NOTHING = MissingNode.getInstance();

  private final ApiClient user;
  private final ApiClient owner;
  private final String token;
  private final int port;
  private final String node;
  private final RandomGenerator random;
  private final Deque<Socket> sockets = new ArrayDeque<>();
  private volatile boolean stopped;
  private final EnumMap<Attack, Integer> done = new EnumMap<>(Attack.class);
  private final TreeSet<String> failures = new TreeSet<>();
  private int numbers;

  /** Kind of attack. */
  private enum Attack {
    STREAMS,
    HEADERS,
    BATCHES,
    INPUTS,
    RANGES,
    PRICES,
    OFFERS,
    FILES,
    FORKS
  }

  /**
   * Creates an idle tenant.
   *
   * @param user client of the user
   * @param owner client of the owner of a node
   * @param token token of the user
   * @param port port of the service
   * @param node node of the owner
   */
  HostileTenant(
      ApiClient user,
      ApiClient owner,
      String token,
      int port,
      String node,
      RandomGenerator random) {
    this.user = user;
    this.owner = owner;
    this.token = token;
    this.port = port;
    this.node = node;
    this.random = random;
  }

  /** Attacks until it is stopped, with each kind at least once if there is time. */
  void attack() {
    var all = List.of(Attack.values());
    int first = random.nextInt(all.size());
    for (int i = 0; !stopped; i++) {
      var attack = all.get((first + i) % all.size());
      try {
        attack(attack);
        done.merge(attack, 1, Integer::sum);
      } catch (ServiceException | IOException refused) {
        // continues with other attacks
      }
    }
    release();
  }

  /** Stops the attacks after the current request. */
  void stop() {
    stopped = true;
  }

  /** Returns the number of attacks of each kind. */
  String done() {
    return "hostile tenant " + done;
  }

  /** Returns the failures of the tenant's requests; a rejection is not a failure. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  private void ask(ApiClient client, String method, String path, JsonNode body) {
    var sent = body.isMissingNode() ? Optional.<JsonNode>empty() : Optional.of(body);
    var answer = client.ask(method, path, sent, Optional.empty());
    if (answer.status() >= 500 && answer.status() != UNAVAILABLE) {
      failures.add("%s %s got %d".formatted(method, path, answer.status()));
    }
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private void attack(Attack attack) throws IOException {
    switch (attack) {
      case STREAMS ->
          connect("GET /v1/events HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n\r\n");
      case HEADERS -> connect("GET /v1/jobs HTTP/1.1\r\nHost: h\r\nX-Slow: %s");
      case BATCHES -> batch(100, () -> job("true"));
      case INPUTS -> batch(20, this::withInput);
      case RANGES -> ranges();
      case PRICES -> prices();
      case OFFERS -> offers();
      case FILES -> submit(job("head -c 300000000 /dev/zero >big; sleep 5"));
      case FORKS -> submit(job("for i in $(seq 800); do sleep 5 & done; wait"));
    }
  }

  /** Returns a job that waits forever, unless its start condition is removed. */
  private ObjectNode job(String command) {
    var job = object().put("name", "hostile-" + ++numbers);
    job.putObject("work").put("duration", "PT6S");
    job.putObject("start").put("notBefore", LATER);
    var words = job.putObject("run").put("grace", "PT0.5S").putArray("command");
    List.of("sh", "-c", command).forEach(words::add);
    return job;
  }

  private ObjectNode withInput() {
    var job = job("true");
    var file = object().put("path", "in").put("text", "y".repeat(500_000) + numbers);
    job.withObject("/run").putArray("input").add(file);
    return job;
  }

  private void batch(int count, Supplier<ObjectNode> job) {
    var batch = object();
    var jobs = batch.putArray("jobs");
    for (int i = 0; i < count; i++) {
      jobs.add(job.get());
    }
    ask(user, "POST", "/v1/jobs:batch", batch);
  }

  private void submit(ObjectNode job) {
    job.remove("start");
    job.putObject("requires").put("node", node);
    ask(user, "POST", "/v1/jobs", job);
  }

  private void ranges() {
    for (var path :
        List.of(
            "/v1/nodes/%s/slots?to=9999-12-31T00:00:00Z".formatted(node),
            "/v1/nodes/%s/timeline?from=1970-01-01T00:00:00Z&to=9999-12-31T00:00:00Z"
                .formatted(node),
            "/v1/prices?from=1970-01-01T00:00:00Z&to=9999-12-31T00:00:00Z",
            "/v1/jobs?limit=1000&label=a=b",
            "/v1/accounts/%s/ledger?limit=1000".formatted(NAME))) {
      ask(user, "GET", path, NOTHING);
    }
    var whatif = object();
    whatif.putArray("policies").add("backfilling").add("css").add("bsf");
    ask(user, "POST", "/v1/whatif", whatif);
  }

  /** Sets prices of the tenant's own node, and, which is forbidden, of another node. */
  private void prices() {
    for (var each : List.of(node, "local-1")) {
      var policy = object().put("price", "10000.000");
      var tariffs = policy.putArray("tariffs");
      for (int i = 0; i < 48; i++) {
        var when = tariffs.addObject().put("price", "0.%03d".formatted(i + 1));
        when.put("from", "%02d:%02d".formatted(i / 2, 30 * (i % 2)));
        when.put("to", i == 47 ? "24:00" : "%02d:%02d".formatted((i + 1) / 2, 30 * ((i + 1) % 2)));
      }
      ask(owner, "PUT", "/v1/nodes/%s/policy".formatted(each), policy);
    }
  }

  private void offers() {
    for (int i = 0; i < 30; i++) {
      var wanted = object().put("firm", true);
      var job = job("true");
      job.remove("start");
      wanted.set("job", job);
      ask(user, "POST", "/v1/estimates", wanted);
    }
  }

  /** Opens connections that stay open, and sends text on each. */
  private void connect(String sent) throws IOException {
    for (int i = 0; i < CONNECTIONS && !stopped; i++) {
      if (sockets.size() == MOST_HELD) {
        sockets.remove().close();
      }
      var socket = new Socket();
      sockets.add(socket);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      socket.getOutputStream().write(sent.formatted(token).getBytes(StandardCharsets.US_ASCII));
    }
  }

  private void release() {
    for (var socket : sockets) {
      try {
        socket.close();
      } catch (IOException closed) {
        // already closed
      }
    }
  }
}
