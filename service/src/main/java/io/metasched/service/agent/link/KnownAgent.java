package io.metasched.service.agent.link;

import akka.actor.typed.ActorRef;
import io.metasched.service.run.Silence;
import io.metasched.service.site.SiteCalendar;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Agent that has sent a heartbeat. */
final class KnownAgent {
  private final CalendarPages pages = new CalendarPages();
  private AgentTitle title;
  private ActorRef<AgentCommand> ref;
  private Instant lastMessage;
  private Optional<ClockOffset> offset;
  private Optional<AgentSecret> secret; // secret of the first heartbeat with one
  private Instant unreadSince; // time of the last calendar or, without one, of the first wait
  private boolean isRead; // whether a calendar of the present site has arrived
  private Optional<Instant> clockOffSince = Optional.empty();
  private Optional<String> denial = Optional.empty(); // as in the last heartbeat
  private Optional<Instant> deniedSince = Optional.empty();

  /**
   * Creates an agent.
   *
   * @param beat first heartbeat of the agent
   * @param received time of receipt
   */
  KnownAgent(DeskCommand.Beat beat, Instant received) {
    title = beat.title();
    ref = beat.agent();
    offset = beat.offset();
    secret = beat.secret();
    lastMessage = received;
    unreadSince = received;
    noteState(beat, received);
  }

  /** Records a heartbeat that {@link #accepts} has accepted. */
  void beat(DeskCommand.Beat beat, Instant received) {
    if (!beat.title().site().equals(title.site())) {
      isRead = false;
      unreadSince = received;
    }
    title = beat.title();
    ref = beat.agent();
    offset = beat.offset();
    secret = secret.or(beat::secret);
    lastMessage = received;
    noteState(beat, received);
  }

  private void noteState(DeskCommand.Beat beat, Instant received) {
    denial = beat.denial();
    deniedSince = denial.map(why -> deniedSince.orElse(received));
    clockOffSince = isInTime() ? Optional.empty() : clockOffSince.or(() -> Optional.of(received));
  }

  /**
   * Returns whether a message in the agent's name is from this agent. Agents of earlier versions
   * have no secret, so that messages in their names are not verified.
   */
  boolean accepts(Optional<AgentSecret> given) {
    return secret.isEmpty() || given.filter(secret.get()::matches).isPresent();
  }

  /**
   * Adds a page of a calendar, and returns the calendar if this page completes it. Pages of an
   * agent with a wrong clock, or without a site, are ignored.
   */
  Optional<SiteCalendar> read(DeskCommand.SiteRead page, Instant received) {
    if (title.site().isEmpty() || !isInTime()) {
      return Optional.empty();
    }
    var calendar = pages.add(page.of(nodes()));
    if (calendar.isPresent()) {
      isRead = true;
      unreadSince = received;
    }
    return calendar;
  }

  private boolean isInTime() {
    return offset.filter(ClockOffset::allowsSelling).isPresent();
  }

  AgentTitle title() {
    return title;
  }

  ActorRef<AgentCommand> ref() {
    return ref;
  }

  List<String> nodes() {
    return title.nodes().stream().map(OfferedNode::name).toList();
  }

  /** Returns whether the agent sends no heartbeats. */
  boolean isSilent(DeskSettings settings, Instant now) {
    return Duration.between(lastMessage, now).compareTo(settings.silence()) > 0;
  }

  /** Removes nodes that another agent offers from now on. */
  void lose(Collection<String> names) {
    title = title.without(names);
  }

  Instant lastMessage() {
    return lastMessage;
  }

  /** Writes a log line if the state of the agent has changed. */
  void log(AgentLog log, Instant now) {
    log.look(title, lastMessage, offset, now);
  }

  /**
   * Returns the state of the agent.
   *
   * @param remark remark of the service about the title of the agent
   */
  AgentView view(DeskSettings settings, Optional<String> remark, Instant now) {
    var remarks = new ArrayList<String>(remark.stream().toList());
    boolean isSilent = isSilent(settings, now);
    if (isSilent) {
      remarks.add("silent since " + lastMessage);
    }
    offset
        .filter(ClockOffset::isShown)
        .ifPresent(
            off -> remarks.add("its clock is off by %d ms".formatted(-off.offset().toMillis())));
    if (title.isEarlier()) {
      remarks.add("the agent's version is earlier than the service's: upgrade the agent");
    }
    denial
        .map(CalendarPages::cut)
        .ifPresent(text -> remarks.add("the site refuses reservations: " + text));
    remarks.addAll(title.weaknesses());
    var why =
        isSilent
            ? Optional.of(new Silence(Silence.Cause.NO_AGENT, lastMessage))
            : clockOffSince
                .map(since -> new Silence(Silence.Cause.CLOCK_OFF, since))
                .or(() -> title.site().flatMap(site -> siteSilence(site, settings, now)));
    return new AgentView(title, lastMessage, offset, why, remarks);
  }

  /** Returns the reason why the nodes of the agent's site sell nothing; empty if they sell time. */
  private Optional<Silence> siteSilence(SiteTitle site, DeskSettings settings, Instant now) {
    boolean isRecent =
        isRead && Duration.between(unreadSince, now).compareTo(settings.unread()) <= 0;
    if (!isRecent) {
      return Optional.of(new Silence(Silence.Cause.SITE_UNREAD, unreadSince));
    }
    return site.sells()
        ? deniedSince.map(since -> new Silence(Silence.Cause.NOT_PERMITTED, since))
        : Optional.of(new Silence(Silence.Cause.SHADOW, unreadSince));
  }
}
