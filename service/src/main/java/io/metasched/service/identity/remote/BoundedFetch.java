package io.metasched.service.identity.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Requests for JSON that are bounded in time and size, block no thread and follow no redirect. */
public final class BoundedFetch {
  private static final int MOST_BYTES = 256 * 1024;
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final long MOST_SECONDS = 10;
  private static final int OK = 200;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /**
   * Sends a request.
   *
   * @return JSON object of an answer with status 200; an {@link IOException} otherwise
   */
  public CompletionStage<JsonNode> json(HttpRequest request) {
    var sent = http.sendAsync(request, info -> new BoundedBody());
    return sent.orTimeout(MOST_SECONDS, TimeUnit.SECONDS)
        .whenComplete((response, error) -> cancelIfLate(sent, error))
        .thenCompose(BoundedFetch::parsed);
  }

  private static void cancelIfLate(CompletableFuture<?> sent, @Nullable Throwable error) {
    if (error != null) {
      sent.cancel(true);
    }
  }

  private static CompletableFuture<JsonNode> parsed(HttpResponse<byte[]> response) {
    var place = response.uri();
    if (response.statusCode() != OK) {
      return failed("%s answers with status %d".formatted(place, response.statusCode()));
    }
    try {
      var json = JSON.readTree(response.body());
      return json.isObject()
          ? CompletableFuture.completedFuture(json)
          : failed("%s does not answer with a JSON object".formatted(place));
    } catch (IOException e) {
      return failed("%s does not answer with JSON".formatted(place));
    }
  }

  private static CompletableFuture<JsonNode> failed(String why) {
    return CompletableFuture.failedFuture(new IOException(why));
  }

  /** Body up to a number of bytes, beyond which the connection is closed. */
  private static final class BoundedBody implements BodySubscriber<byte[]> {
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription from;

    @Override
    public CompletionStage<byte[]> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      from = subscription;
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
      for (var piece : pieces) {
        if (bytes.size() + piece.remaining() > MOST_BYTES) {
          if (from != null) {
            from.cancel();
          }
          body.completeExceptionally(new IOException("the answer is too large"));
          return;
        }
        var part = new byte[piece.remaining()];
        piece.get(part);
        bytes.writeBytes(part);
      }
    }

    @Override
    public void onError(Throwable error) {
      body.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      body.complete(bytes.toByteArray());
    }
  }
}
