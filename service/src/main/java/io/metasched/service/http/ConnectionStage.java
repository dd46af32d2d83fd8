package io.metasched.service.http;

import akka.http.impl.engine.server.HttpAttributes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.stream.Attributes;
import akka.stream.FlowShape;
import akka.stream.Inlet;
import akka.stream.KillSwitches;
import akka.stream.Outlet;
import akka.stream.SharedKillSwitch;
import akka.stream.stage.AbstractInHandler;
import akka.stream.stage.AbstractOutHandler;
import akka.stream.stage.AsyncCallback;
import akka.stream.stage.GraphStage;
import akka.stream.stage.GraphStageLogic;
import akka.stream.stage.TimerGraphStageLogic;
import akka.util.ByteString;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/**
 * Processing of one connection. Requests are answered one after the other. The connection is closed
 * if no complete request has arrived within {@code patience} and no request is being answered, so
 * that slow or inactive clients do not occupy connections. If there are too many connections, this
 * connection may be closed earlier.
 */
final class ConnectionStage extends GraphStage<FlowShape<HttpRequest, HttpResponse>> {
  private static final String CHECK = "check";

  private final Inlet<HttpRequest> in = Inlet.create("requests");
  private final Outlet<HttpResponse> out = Outlet.create("responses");
  private final FlowShape<HttpRequest, HttpResponse> shape = FlowShape.of(in, out);
  private final BiFunction<HttpRequest, Connections.Seat, CompletionStage<HttpResponse>> answer;
  private final Duration patience;
  private final Connections all;

  /**
   * Creates the stage of a connection.
   *
   * @param answer handler, which never fails
   * @param patience longest time for a request to arrive completely
   * @param all all connections
   */
  ConnectionStage(
      BiFunction<HttpRequest, Connections.Seat, CompletionStage<HttpResponse>> answer,
      Duration patience,
      Connections all) {
    this.answer = answer;
    this.patience = patience;
    this.all = all;
  }

  @Override
  public FlowShape<HttpRequest, HttpResponse> shape() {
    return shape;
  }

  @Override
  public GraphStageLogic createLogic(Attributes attributes) {
    var address =
        attributes
            .getAttribute(HttpAttributes.RemoteAddress.class)
            .map(from -> from.address().getAddress().getHostAddress())
            .orElse("");
    return new Logic(address);
  }

  private final class Logic extends TimerGraphStageLogic {
    private final AsyncCallback<HttpResponse> answered = createAsyncCallback(this::answered);
    private final AsyncCallback<Boolean> sent = createAsyncCallback(whole -> over());
    private final AsyncCallback<Boolean> shed = createAsyncCallback(now -> shed());
    private final SharedKillSwitch streams = KillSwitches.shared("streams");
    private boolean isShed;
    private final Connections.Seat seat;
    private int open;
    private boolean isAnswering;
    private long quietSince = System.nanoTime();

    Logic(String address) {
      super(shape);
      seat = all.enter(address, () -> shed.invoke(true));
      setHandler(
          in,
          new AbstractInHandler() {
            @Override
            public void onPush() {
              ask(grab(in));
            }

            @Override
            public void onUpstreamFinish() {
              if (!isAnswering) {
                completeStage();
              }
            }
          });
      setHandler(
          out,
          new AbstractOutHandler() {
            @Override
            public void onPull() {
              if (!isAnswering && !isClosed(in) && !hasBeenPulled(in)) {
                pull(in);
              }
            }
          });
    }

    @Override
    public void preStart() {
      scheduleWithFixedDelay(CHECK, patience.dividedBy(4), patience.dividedBy(4));
    }

    @Override
    public void postStop() {
      seat.leaves();
    }

    private void ask(HttpRequest request) {
      open++;
      seat.asks();
      isAnswering = true;
      var unused =
          answer
              .apply(request, seat)
              .whenComplete(
                  (response, error) -> {
                    if (response != null) {
                      answered.invoke(response);
                    } // a failed stage is a bug of the handler; the connection times out
                  });
    }

    private void answered(HttpResponse response) {
      isAnswering = false;
      if (response.entity().isChunked()) {
        var type = response.entity().getContentType();
        var bytes =
            response
                .entity()
                .getDataBytes()
                .via(streams.<ByteString>flow())
                .watchTermination(
                    (from, ended) -> {
                      var unused = ended.whenComplete((done, error) -> sent.invoke(error == null));
                      return from;
                    });
        push(out, response.withEntity(HttpEntities.createChunked(type, bytes)));
      } else {
        push(out, response);
        over();
      }
      if (isClosed(in)) {
        completeStage();
      }
    }

    /**
     * Gives the place of this connection to another connection, and closes this connection when no
     * request is being answered.
     */
    private void shed() {
      isShed = true;
      streams.shutdown();
      if (open <= 0) {
        completeStage();
      }
    }

    private void over() {
      open--;
      seat.rests();
      quietSince = System.nanoTime();
      if (open <= 0 && (isShed || seat.isSpare())) {
        completeStage();
      }
    }

    @Override
    public void onTimer(Object key) {
      if (open <= 0 && System.nanoTime() - quietSince > patience.toNanos()) {
        completeStage();
      }
    }
  }
}
