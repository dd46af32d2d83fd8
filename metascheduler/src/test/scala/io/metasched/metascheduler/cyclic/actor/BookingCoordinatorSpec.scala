package io.metasched.metascheduler.cyclic.actor

import java.time.Duration
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import io.metasched.metascheduler.cyclic.actor.BookingCoordinator._
import io.metasched.metascheduler.config.MetaschedulerSettings
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.BookWindow
import io.metasched.metascheduler.cyclic.scheduling.GroupBooking.Denial
import io.metasched.resource.actor.{
  BatchBooking,
  Domain,
  HeldPart,
  JobBooking,
  NodeOwner,
  OwnerOffers,
  Rejection,
  WindowNodes,
  WindowParts,
  WindowRefusal
}
import io.metasched.resource.fixture.Pictures
import io.metasched.resource.model.{JobId, Window}
import io.metasched.resource.owner.{CommandId, Refusal}

final class BookingCoordinatorSpec extends OrganizationSpec {
  private val rows = List("n0 ##########", "n1 ##########", "n2 domain=1 ##########")
  private val third = JobId.of(3)
  private val across = window("n0 ..##......", "n2 domain=1 ..##......")

  // a command that was in transit when its owner stopped
  override protected def mayBeLost(addressed: DeadLetter): Boolean = addressed.message.isInstanceOf[NodeOwner.Command]

  "A booking coordinator" should {

    "ask each domain once to hold all windows, and once to settle them" in {
      val simulated = new ByHand
      simulated.sends(job -> across, other -> window("n1 ..##......"), third -> window("n2 domain=1 .#........"))

      val (here, there) = (simulated.holds(0)(), simulated.holds(1)())
      here.windows.asScala.map(nodesHeld) shouldBe List(job -> List(0), other -> List(1))
      there.windows.asScala.map(nodesHeld) shouldBe List(job -> List(2), third -> List(2))
      val (settled, settledThere) = (simulated.settles(0)(), simulated.settles(1)())
      settled.committed.asScala.map(nodesSettled) shouldBe List(job -> List(0), other -> List(1))
      settledThere.committed.asScala.map(nodesSettled) shouldBe List(job -> List(2), third -> List(2))
      for (settlement <- List(settled, settledThere)) settlement.released shouldBe empty

      simulated.refuses()
    }

    "release all holds when a domain refuses, and report the first node that refuses" in {
      val simulated = new ByHand
      simulated.sends(job -> across, other -> window("n1 ..##......"))
      simulated.holds(1)(new WindowRefusal(job, 2, Refusal.IN_THE_PAST))
      simulated.holds(0)(new WindowRefusal(job, 0, Refusal.SLOT_TAKEN))

      val here = simulated.settles(0)()
      here.committed.asScala.map(nodesSettled) shouldBe List(other -> List(1))
      here.released.asScala.map(nodesSettled) shouldBe List(job -> List(0))
      simulated.events.expectNoMessage(50.millis)
      simulated.settles(1)().released.asScala.map(nodesSettled) shouldBe List(job -> List(2))

      simulated.refuses(job -> new Denial(0, Refusal.SLOT_TAKEN))
      simulated.sites.getsNothing()
    }

    "end all parts of a committed window when a hold is lost, and keep the other windows" in {
      for (reason <- List(Refusal.UNKNOWN_HOLD, Refusal.OWNER_LOST)) {
        val simulated = new ByHand
        simulated.sends(job -> across, other -> window("n1 ..##......"), third -> window("n2 domain=1 .#........"))
        simulated.holds(0)()
        simulated.holds(1)(new WindowRefusal(third, 2, Refusal.SLOT_TAKEN))
        simulated.settles(0)()
        simulated.settles(1)(new WindowRefusal(job, 2, reason))

        simulated.ends(0)(new Domain.Done(_)).nodes.asScala shouldBe List(0)
        simulated.events.expectNoMessage(50.millis)
        simulated.ends(1)(new Domain.Refused(_, 2, Refusal.OWNER_LOST)).nodes.asScala shouldBe List(2)

        simulated.refuses(job -> new Denial(2, reason), third -> new Denial(2, Refusal.SLOT_TAKEN))
      }
    }

    "fail when a domain does not reply, and ignore a late reply" in {
      val simulated = new ByHand
      simulated.sends(job -> across)
      simulated.holds(0)()
      val late = simulated.sites.gets[BatchBooking.HoldWindows](1)

      theDeadlinePasses()
      simulated.events.expectMessage(new Failed("no answer from domains [1]"))
      late.replyTo ! new BatchBooking.WindowsDone(late.id, none)

      simulated.sites.getsNothing()
      simulated.events.expectNoMessage(50.millis)
    }

    "repeat an unanswered command, with the same id" in {
      val simulated = new ByHand(new MetaschedulerSettings(3, 100, 4, deadline, Duration.ofSeconds(10)))
      simulated.sends(job -> across)
      simulated.holds(0)()
      val lost = simulated.sites.gets[BatchBooking.HoldWindows](1)

      wallClock.timePasses(30.seconds)

      simulated.holds(1)() shouldBe lost
    }

    "not fail when a domain replies before the deadline" in {
      val simulated = new ByHand
      simulated.sends(job -> across)
      simulated.holds(0)()
      wallClock.timePasses(deadline.toSeconds.seconds)
      simulated.holds(1)()
      simulated.settles(0)()

      wallClock.timePasses(deadline.toSeconds.seconds)
      simulated.settles(1)()

      simulated.refuses()
    }

    "fail when a domain rejects any of its commands" in {
      for (
        (command, asked) <- List[(Command, List[Int])](
          book(across) -> List(0, 1),
          new Move(job, window("n1 ....##...."), across, versions, 0) -> List(0, 1),
          new Move(job, across, window("n0 .##......."), versions, 0) -> List(0),
          new End(job, across, 0) -> List(0, 1),
          new QueryUncontendedSlots(horizon, horizon.start) -> List(0, 1)
        )
      ) {
        val simulated = new ByHand
        simulated.ref ! command
        asked.foreach(simulated.rejects(_))

        simulated.events.expectMessageType[Failed].why should include("TOO_MANY_REQUESTS")
      }
    }

    "hold parts before it commits them, with the versions of the plan" in {
      val simulated = new ByHand
      simulated.ref ! new Book(windows(job -> across), List(7L, 8L, 9L).map(Long.box).asJava, 40)

      val (one, two) =
        (simulated.sites.gets[BatchBooking.HoldWindows](0), simulated.sites.gets[BatchBooking.HoldWindows](1))
      one.windows.get(0).parts.asScala.map(_.seenVersion) shouldBe List(7)
      two.windows.get(0).parts.asScala.map(_.seenVersion) shouldBe List(9)
      one.nowTick shouldBe 40
      one.lapseTick shouldBe 41
      one.replyTo ! new BatchBooking.WindowsDone(one.id, none)
      simulated.sites.getsNothing()
      two.replyTo ! new BatchBooking.WindowsDone(two.id, none)
      for (site <- List(0, 1)) simulated.settles(site)().nowTick shouldBe 40

      simulated.refuses()
    }

    "number its commands without gaps, as the only issuer" in {
      val simulated = new ByHand
      simulated.sends(job -> across)

      val ids =
        List(0, 1).map(site => simulated.holds(site)().id) ++ List(0, 1).map(site => simulated.settles(site)().id)

      ids shouldBe (0 to 3).map(number => new CommandId(4, number.toLong))
      simulated.refuses()
    }

    "move a job inside a domain by one request, and keep the old window after a refusal" in {
      val simulated = new ByHand
      val (from, to) = (window("n0 ..##......", "n1 ..##......"), window("n1 .##......."))

      for ((reply, event) <- replies) {
        simulated.ref ! new Move(job, from, to, versions, 0)
        val rebook = simulated.sites.gets[JobBooking.Rebook](0)
        rebook.parts.asScala.map(_.node) shouldBe List(1)
        rebook.dropped.asScala shouldBe List(0)
        rebook.replyTo ! reply(rebook.id)
        simulated.events.expectMessage(event)
      }
    }

    "fail when an owner terminates in the middle of a move" in {
      val simulated = new ByHand
      simulated.ref ! new Move(job, window("n0 ..##......"), window("n0 .##......."), versions, 0)
      val rebook = simulated.sites.gets[JobBooking.Rebook](0)
      rebook.replyTo ! new Domain.Refused(rebook.id, 0, Refusal.OWNER_LOST)
      simulated.events.expectMessage(new Failed("the owner of node 0 has terminated"))

      simulated.ref ! new Move(job, across, window("n1 .##......."), versions, 0)
      simulated.movesHold(0)(new Domain.Done(_))
      simulated.commits(0)(new Domain.Done(_))
      simulated.commits(1)(new Domain.Refused(_, 2, Refusal.OWNER_LOST))
      simulated.events.expectMessageType[Failed].why should include("is incomplete")
    }

    "move a job across domains in two phases, and drop the old nodes" in {
      val simulated = new ByHand
      simulated.ref ! new Move(job, across, window("n0 .##.......", "n1 .##......."), versions, 0)
      simulated.movesHold(0)(new Domain.Done(_)).parts.asScala.map(_.node) shouldBe List(0, 1)

      val (here, there) = (simulated.commits(0)(new Domain.Done(_)), simulated.commits(1)(new Domain.Done(_)))

      here.nodes.asScala shouldBe List(0, 1)
      here.dropped shouldBe empty
      there.nodes shouldBe empty
      there.dropped.asScala shouldBe List(2)
      simulated.events.expectMessage(new Moved)
    }

    "end a window at all its domains, and count the part of a terminated owner as ended" in {
      val simulated = new ByHand
      simulated.ref ! new End(job, across, 2000)
      simulated.ends(0)(new Domain.Done(_)).nowTick shouldBe 2000
      simulated.ends(1)(new Domain.Refused(_, 2, Refusal.OWNER_LOST))

      simulated.events.expectMessage(new Ended)
    }

    "collect uncontended slots of all domains" in {
      val simulated = new ByHand
      for (fails <- List(false, true)) {
        simulated.ref ! new QueryUncontendedSlots(horizon, horizon.start)
        val (one, two) =
          (simulated.sites.gets[OwnerOffers.OfferWithoutJobs](0), simulated.sites.gets[OwnerOffers.OfferWithoutJobs](1))
        one.horizon shouldBe horizon
        one.replyTo ! new OwnerOffers.Offered(one.id, Pictures.slots("n0 ##", "n1 .#"))
        two.replyTo ! (
          if (fails) new Domain.Refused(two.id, 2, Refusal.OWNER_LOST)
          else new OwnerOffers.Offered(two.id, Pictures.slots("n2 domain=1 ##"))
        )
        if (fails) simulated.events.expectMessageType[Failed]
        else simulated.events.expectMessageType[UncontendedOffer].slots.size shouldBe 3
      }
    }
  }

  "With domains and owners, a booking coordinator" should {

    "leave no window partly booked if a slot was taken after the plan" in {
      val booking = new Booking
      booking.takes(2, window("n2 domain=1 ..#......."))

      booking.does(book(across)) shouldBe refused(job -> new Denial(2, Refusal.SLOT_TAKEN))

      booking.shows(List("n0 ##########", "n1 ##########"), List("n2 domain=1 ##.#######"))
    }

    "leave no window partly booked if an owner stops between hold and commit" in {
      val gated = new GatedDomains(rows: _*)
      for (site <- List(0, 1)) gated.vacantAt(site)
      val events = testKit.createTestProbe[Event]()
      val coordinator = testKit.spawn(BookingCoordinator.create(gated.all, 4, 0, settings, events.ref))
      coordinator ! book(across)
      for (site <- List(0, 1)) gated.passes[BatchBooking.HoldWindows](site)
      val commits = List(0, 1).map(site => gated.gets[BatchBooking.SettleWindows](site))
      gated.stopOwner(1, 2)
      for (site <- List(0, 1)) gated.passes(site, commits(site))
      for (site <- List(0, 1)) gated.passes[JobBooking.End](site)

      events.expectMessage(refused(job -> new Denial(2, Refusal.OWNER_LOST)))
      gated.vacantAt(0) shouldBe drawn("n0 ##########", "n1 ##########")
    }

    "keep the old window if a move is refused, inside a domain and across domains" in {
      val booking = new Booking
      val old = window("n0 ....##....", "n1 ....##....")
      booking.does(book(old)) shouldBe refused()
      booking.takes(1, window("n1 .#........"))
      booking.takes(2, window("n2 domain=1 .#........"))

      for (to <- List(window("n0 .##.......", "n1 .##......."), window("n0 .##.......", "n2 domain=1 .##.......")))
        booking.does(new Move(job, old, to, booking.seen, 0)) shouldBe a[Refused]

      booking.shows(List("n0 ####..####", "n1 #.##..####"), List("n2 domain=1 #.########"))
    }

    "move a job across domains and back, and end it" in {
      val booking = new Booking
      val (one, two) = (across, window("n1 .##.......", "n2 domain=1 .##......."))
      booking.does(book(one)) shouldBe refused()
      booking.does(new Move(job, one, two, booking.seen, 0)) shouldBe new Moved
      booking.shows(List("n0 ##########", "n1 #..#######"), List("n2 domain=1 #..#######"))

      booking.does(new Move(job, two, window("n0 #........."), booking.seen, 0)) shouldBe new Moved
      booking.shows(List("n0 .#########", "n1 ##########"), List("n2 domain=1 ##########"))

      booking.does(new End(job, window("n0 #........."), 0)) shouldBe new Ended
      booking.shows(rows.take(2), rows.drop(2))
    }
  }

  private def windows(all: (JobId, Window)*) = all.map { case (job, window) => new BookWindow(job, window) }.asJava

  private def book(window: Window): Book = new Book(windows(job -> window), versions, 0)

  private def refused(denials: (JobId, Denial)*): WindowsBooked = {
    val all = new java.util.TreeMap[JobId, Denial]
    denials.foreach { case (job, denial) => all.put(job, denial) }
    new WindowsBooked(all)
  }

  private def none = List.empty[WindowRefusal].asJava

  private def nodesHeld(window: WindowParts) = window.job -> window.parts.asScala.map(_.node).toList
  private def nodesSettled(window: WindowNodes) = window.job -> window.nodes.asScala.map(_.intValue).toList

  private def replies: List[(CommandId => Domain.Reply, Event)] = List(
    ((id: CommandId) => new Domain.Done(id)) -> new Moved,
    ((id: CommandId) => new Domain.Refused(id, 1, Refusal.SLOT_TAKEN)) -> new Refused(1, Refusal.SLOT_TAKEN)
  )

  /** Booking coordinator with two domains that the test simulates. */
  private final class ByHand(settings: MetaschedulerSettings = settings) {
    val sites = new StubDomains(rows: _*)
    val events: TestProbe[Event] = testKit.createTestProbe()
    val ref: ActorRef[Command] = testKit.spawn(BookingCoordinator.create(sites.all, 4, 0, settings, events.ref))

    def sends(booked: (JobId, Window)*): Unit = ref ! new Book(windows(booked: _*), versions, 0)

    /** Books all windows except the denied ones. */
    def refuses(denials: (JobId, Denial)*): Unit = {
      events.expectMessage(refused(denials: _*))
      ()
    }

    def holds(site: Int)(refused: WindowRefusal*): BatchBooking.HoldWindows = {
      val hold = sites.gets[BatchBooking.HoldWindows](site)
      hold.replyTo ! new BatchBooking.WindowsDone(hold.id, refused.asJava)
      hold
    }
    def settles(site: Int)(refused: WindowRefusal*): BatchBooking.SettleWindows = {
      val settle = sites.gets[BatchBooking.SettleWindows](site)
      settle.replyTo ! new BatchBooking.WindowsDone(settle.id, refused.asJava)
      settle
    }
    def movesHold(site: Int)(reply: CommandId => Domain.Reply): JobBooking.Hold = {
      val hold = sites.gets[JobBooking.Hold](site)
      hold.replyTo ! reply(hold.id)
      hold
    }
    def commits(site: Int)(reply: CommandId => Domain.Reply): JobBooking.Commit = {
      val commit = sites.gets[JobBooking.Commit](site)
      commit.replyTo ! reply(commit.id)
      commit
    }
    def ends(site: Int)(reply: CommandId => Domain.Reply): JobBooking.End = {
      val end = sites.gets[JobBooking.End](site)
      end.replyTo ! reply(end.id)
      end
    }

    /** Makes the domain reject its request. */
    def rejects(site: Int): Unit = {
      val (id, replyTo) = sites.probes(site).receiveMessage() match {
        case c: BatchBooking.HoldWindows     => (c.id, c.replyTo)
        case c: JobBooking.Hold              => (c.id, c.replyTo)
        case c: JobBooking.End               => (c.id, c.replyTo)
        case c: OwnerOffers.OfferWithoutJobs => (c.id, c.replyTo)
        case c                               => fail(s"not simulated: $c")
      }
      replyTo ! new Domain.Rejected(id, Rejection.TOO_MANY_REQUESTS)
    }
  }

  /** Booking coordinator with two domains that have opened their time. */
  private final class Booking {
    private val all = sites(rows: _*)
    private val (here, there) = (all.at(0), all.at(1))
    private val events = testKit.createTestProbe[Event]()
    private val ref = testKit.spawn(BookingCoordinator.create(all, 4, 0, settings, events.ref))
    shows(rows.take(2), rows.drop(2))

    val seen: java.util.List[java.lang.Long] = versions

    def does(command: Command): Event = {
      ref ! command
      events.receiveMessage()
    }

    /** Takes time of a node as another issuer. */
    def takes(node: Int, window: Window): Unit = {
      val spans = window.parts.asScala.toList
      val held = spans.map(part => new HeldPart(node, part.span, freshVersion))
      new Issuer(90 + node).gives(if (node == 2) there else here)(hold(other, held)) shouldBe a[Domain.Done]
      ()
    }

    def shows(ofHere: List[String], ofThere: List[String]): Unit = {
      vacant(here) shouldBe drawn(ofHere: _*)
      vacant(there) shouldBe drawn(ofThere: _*)
      ()
    }
  }
}
