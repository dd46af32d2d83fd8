package io.metasched.service.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests as raw bytes, which need not be valid HTTP. */
final class RawRequest {
  private static final int MOST = 8 << 20;

  private RawRequest() {}

  /**
   * Answer to a request.
   *
   * @param status HTTP status, or 0 if the connection was closed without an answer
   */
  record Reply(int status, String type, String requestId, String body) {
    static final Reply NONE = new Reply(0, "", "", "");
  }

  /** Sends bytes on a new connection, and reads until the connection is closed. */
  static Reply send(String url, byte[] bytes) throws IOException {
    var where = URI.create(url);
    try (var socket = new Socket(where.getHost(), where.getPort())) {
      socket.setSoTimeout(60_000);
      try {
        socket.getOutputStream().write(bytes);
        socket.shutdownOutput();
      } catch (IOException e) {
        // the request was cut off; there may still be an answer
      }
      return parse(read(socket));
    }
  }

  private static byte[] read(Socket socket) throws IOException {
    var all = new ByteArrayOutputStream();
    var buffer = new byte[16 << 10];
    try {
      for (int read = socket.getInputStream().read(buffer);
          read >= 0 && all.size() < MOST && !isEndless(all);
          read = socket.getInputStream().read(buffer)) {
        all.write(buffer, 0, read);
      }
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("no end of the answer in a minute: " + all, e);
    } catch (IOException reset) {
      // the rest of the request was not read
    }
    return all.toByteArray();
  }

  /**
   * Returns whether the answer is an endless event stream; a mutated path may be the path of a
   * stream.
   */
  private static boolean isEndless(ByteArrayOutputStream all) {
    return all.toString(StandardCharsets.ISO_8859_1).contains("text/event-stream");
  }

  private static Reply parse(byte[] bytes) {
    var text = new String(bytes, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (!text.startsWith("HTTP/1.1 ") || end < 0) {
      return Reply.NONE;
    }
    var head = text.substring(0, end);
    var body =
        new String(
            text.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    int status = Integer.parseInt(head.substring(9, 12));
    return new Reply(status, header(head, "content-type"), header(head, "x-request-id"), body);
  }

  private static String header(String head, String name) {
    return head.lines()
        .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }
}
