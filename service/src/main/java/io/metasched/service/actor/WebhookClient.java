package io.metasched.service.actor;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.http.javadsl.ClientTransport;
import akka.http.javadsl.Http;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.settings.ClientConnectionSettings;
import akka.http.scaladsl.model.IllegalUriException;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.book.WebhookRecord;
import io.metasched.service.notice.AllowedHosts;
import io.metasched.service.notice.NoticeWords;
import io.metasched.service.notice.Outbox;
import io.metasched.service.notice.Signature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * HTTP client that notifies webhooks. Each delivery has a connection of its own, to an address that
 * was checked after its name was resolved. Redirects are not followed, and the body of an answer is
 * not read.
 */
public final class WebhookClient {
  private final ActorSystem<?> system;
  private final AllowedHosts hosts;
  private final Duration patience;
  private final ClientConnectionSettings settings;

  /**
   * Creates a client.
   *
   * @param hosts hosts to which it may connect
   * @param patience time limit of a delivery
   */
  public WebhookClient(ActorSystem<?> system, AllowedHosts hosts, Duration patience) {
    this.system = system;
    this.hosts = hosts;
    this.patience = patience;
    Executor blocking = system.dispatchers().lookup(DispatcherSelector.blocking());
    settings =
        ClientConnectionSettings.create(system.settings().config())
            .withTransport(
                ClientTransport.withCustomResolver(
                    (host, port) ->
                        CompletableFuture.supplyAsync(
                            () -> resolved(host, (Integer) port), blocking)));
  }

  /** Returns the first address of a host that may be connected. */
  private static InetSocketAddress resolved(String host, int port) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host))
          .filter(address -> AllowedHosts.mayConnect(host, address))
          .findFirst()
          .map(address -> new InetSocketAddress(address, port))
          .orElseThrow(() -> new ConnectException("its address is local"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Attempts a delivery.
   *
   * @param at time of the attempt
   * @return the cause of a failure; empty if the receiver has accepted the delivery
   */
  CompletionStage<Optional<String>> post(
      WebhookRecord webhook, Outbox.Delivery delivery, Instant at) {
    var fault = hosts.fault(webhook.url());
    if (fault.isPresent()) {
      return CompletableFuture.completedFuture(fault);
    }
    var url = URI.create(webhook.url());
    try {
      return answer(url, request(url, webhook.secret(), delivery, at.getEpochSecond()))
          .handle((answer, error) -> failure(answer, error));
    } catch (IllegalUriException e) {
      return CompletableFuture.completedFuture(Optional.of("its path cannot be sent"));
    }
  }

  private static HttpRequest request(
      URI url, String secret, Outbox.Delivery delivery, long timestamp) {
    var body = NoticeWords.body(delivery);
    var path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    var query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    return HttpRequest.POST(path + query)
        .withEntity(ContentTypes.APPLICATION_JSON, body)
        .addHeaders(
            List.of(
                RawHeader.create("Metasched-Delivery", NoticeWords.name(delivery)),
                RawHeader.create("Metasched-Timestamp", String.valueOf(timestamp)),
                RawHeader.create("Metasched-Signature", Signature.of(secret, timestamp, body))));
  }

  private CompletionStage<HttpResponse> answer(URI url, HttpRequest request) {
    var connection =
        Http.get(system)
            .connectionTo(url.getHost().replaceAll("[\\[\\]]", ""))
            .toPort(AllowedHosts.port(url))
            .withClientConnectionSettings(settings);
    var flow = AllowedHosts.isEncrypted(url) ? connection.https() : connection.http();
    return Source.single(request)
        .via(flow)
        .completionTimeout(patience)
        .runWith(Sink.head(), system);
  }

  private Optional<String> failure(@Nullable HttpResponse answer, @Nullable Throwable error) {
    if (answer == null) {
      return Optional.of(error == null ? "no answer" : cause(error));
    }
    answer.entity().getDataBytes().runWith(Sink.cancelled(), system); // closes the connection
    int status = answer.status().intValue();
    return status >= 200 && status < 300
        ? Optional.empty()
        : Optional.of("the receiver answered " + status);
  }

  private String cause(Throwable error) {
    var root = error;
    for (var next = root.getCause(); next != null; next = next.getCause()) {
      root = next;
    }
    if (root instanceof TimeoutException) {
      return "no answer within %d s".formatted(patience.toSeconds());
    } else if (root instanceof UnknownHostException) {
      return "its host has no address";
    }
    return "no connection: " + PrintableText.shortLine(String.valueOf(root.getMessage()));
  }
}
