package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.metasched.metascheduler.program.Metasched;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Stub service that answers client commands with canned responses and records their requests. */
final class StubService implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final Path token;
  private final Map<String, String> answers = Collections.synchronizedMap(new TreeMap<>());
  private final Map<String, String> once = Collections.synchronizedMap(new TreeMap<>());
  private final List<JsonNode> bodies = Collections.synchronizedList(new ArrayList<>());

  private volatile boolean hasRequests;

  /** Output and exit code of a command. */
  record Ended(int code, String out, String err) {}

  StubService(Path folder) throws IOException {
    token = Files.writeString(folder.resolve("token"), "t");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Answers a path, prefixed with its method, with a status and a body. */
  StubService when(String request, int status, String body) {
    answers.put(request, status + " " + body);
    return this;
  }

  /**
   * Gives an answer to the first request of this kind only; later requests get the default answer.
   */
  StubService whenOnce(String request, int status, String body) {
    once.put(request, status + " " + body);
    return this;
  }

  private void answer(HttpExchange exchange) throws IOException {
    hasRequests = true;
    try (exchange) {
      var sent = exchange.getRequestBody().readAllBytes();
      if (sent.length > 0) {
        bodies.add(JSON.readTree(sent));
      }
      var request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      var first = once.remove(request);
      var usual = answers.getOrDefault(request, "404 {\"detail\":\"there is no such path\"}");
      var answer = first == null ? usual : first;
      if (exchange.getRequestHeaders().containsKey("Range") && answer.startsWith("2")) {
        exchange.getResponseHeaders().set("Output-Truncated", "true");
      }
      var body = answer.substring(4).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Returns whether a command has sent a request. */
  boolean hasRequests() {
    return hasRequests;
  }

  /** Returns the body of the last request. */
  JsonNode sent() {
    return bodies.get(bodies.size() - 1);
  }

  /** Runs a command as a client of this service. */
  Ended run(String command, String... words) {
    var all = new ArrayList<String>();
    all.add(command);
    all.add("--url=http://127.0.0.1:" + server.getAddress().getPort());
    all.add("--token-file=" + token);
    all.addAll(Arrays.asList(words));
    return execute(all.toArray(String[]::new));
  }

  static Ended execute(String... words) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        Metasched.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(words);
    return new Ended(code, out.toString(), err.toString());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
