package io.metasched.service.notice;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.api.Answers;
import io.metasched.service.api.EventWords;

/** Contents of notifications. They are the same in each attempt. */
public final class NoticeWords {
  private NoticeWords() {}

  /** Returns the name of a delivery, which is the same in each attempt. */
  public static String name(Outbox.Delivery delivery) {
    return delivery.receiver() + ":" + delivery.notice().seq();
  }

  /** Returns the body of a delivery to a webhook, in JSON. */
  public static String body(Outbox.Delivery delivery) {
    var notice = delivery.notice();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("webhook", delivery.receiver()).put("number", notice.seq());
    json.put("at", Answers.time(notice.recorded().at()));
    json.put("transition", notice.transition().label());
    var spec = notice.spec();
    var job = json.putObject("job").put("id", notice.job()).put("name", spec.name());
    job.put("account", spec.account()).put("user", notice.user());
    spec.labels().forEach(job.putObject("labels")::put);
    json.set("event", EventWords.json(notice.recorded()));
    return json.toString();
  }

  /** Returns a mail as a message with headers. Texts of users are only in its body. */
  public static String mail(Notice notice) {
    var event = EventWords.json(notice.recorded());
    var transition = notice.transition().label();
    var end = event.has("state") ? " (%s)".formatted(event.path("state").asText()) : "";
    var text = event.path("text").asText();
    return """
    To: %s
    Subject: Job %s %s%s
    Auto-Submitted: auto-generated
    X-Metasched-Delivery: %d
    MIME-Version: 1.0
    Content-Type: text/plain; charset=utf-8
    Content-Transfer-Encoding: 8bit

    Job: %s
    Name: %s
    Account: %s
    Event: %s%s at %s
    %s\
    """
        .formatted(
            notice.spec().mail().orElseThrow().to(),
            notice.job(),
            transition,
            end,
            notice.seq(),
            notice.job(),
            PrintableText.replaced(notice.spec().name()),
            notice.spec().account(),
            transition,
            end,
            Answers.time(notice.recorded().at()),
            text.isEmpty() ? "" : "Reason: " + PrintableText.replaced(text) + "\n");
  }
}
