/**
 * How an owner prices its slots. A pricing policy knows the node, the slot and the tick of the
 * snapshot; it knows neither jobs nor users, nor the prices of others.
 */
@NullMarked
package io.metasched.resource.pricing;

import org.jspecify.annotations.NullMarked;
