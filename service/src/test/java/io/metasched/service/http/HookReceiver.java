package io.metasched.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Receiver of webhooks that records all deliveries and answers as a test wants. */
public final class HookReceiver implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final HttpServer server;

  public final LinkedBlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();

  /** Status of the answer to a delivery. */
  public volatile Function<Delivery, Integer> answer = delivery -> 204;

  /** Delivery as received. */
  public record Delivery(
      String path, String name, String timestamp, String signature, String body) {
    public JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Returns whether the signature is right, as a receiver would check it. */
    public boolean isSignedWith(String secret) throws GeneralSecurityException {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
      var digest = mac.doFinal(body.getBytes(StandardCharsets.UTF_8));
      return signature.equals("sha256=" + HexFormat.of().formatHex(digest));
    }
  }

  /** Starts a receiver at a port; 0 takes any free port. */
  public HookReceiver(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/", this::receive);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      var headers = exchange.getRequestHeaders();
      var delivery =
          new Delivery(
              exchange.getRequestURI().toString(),
              headers.getFirst("Metasched-Delivery"),
              headers.getFirst("Metasched-Timestamp"),
              headers.getFirst("Metasched-Signature"),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      deliveries.add(delivery);
      int status = answer.apply(delivery);
      if (status == 302) {
        exchange.getResponseHeaders().set("Location", url("/elsewhere"));
      }
      exchange.sendResponseHeaders(status, status == 204 ? -1 : 0);
      while (status == 206) { // a body without an end
        exchange.getResponseBody().write(new byte[1 << 16]);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
