/**
 * Pricing of slots by their owners. A pricing policy depends on the node, the slot and the tick of
 * the snapshot. It depends neither on jobs and users nor on the prices of other owners.
 */
@NullMarked
package io.metasched.resource.pricing;

import org.jspecify.annotations.NullMarked;
