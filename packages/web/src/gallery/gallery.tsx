import {
  Badge,
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useMantineColorScheme } from '@mantine/core'
import { IconCloudOff, IconNote } from '@tabler/icons-react'
import { useState } from 'react'
import { Thumbnail } from '../features/spaces/index.ts'
import { toasts } from '../platform/toast.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Column, Sheet } from '../ui/frame.tsx'
import { Logo, LogoMark } from '../ui/logo.tsx'
import { getPersonColor, personColorCount } from '../ui/people-colors.ts'
import { PersonAvatar } from '../ui/person-avatar.tsx'
import { Section } from '../ui/section.tsx'
import classes from './gallery.module.css'

const tokens = [
  'paper',
  'surface',
  'wash',
  'ink',
  'muted',
  'line',
  'line-strong',
  'accent',
  'accent-soft',
  'danger',
  'good',
]

/**
 * Every component of `ui/` in every state, for developers. Only available in development, so its texts are not
 * translated.
 */
export function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Column wide>
      <Group justify="space-between">
        <Logo height={28} />
        <SegmentedControl
          data={['light', 'dark', 'auto']}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme)}
        />
      </Group>
      <Components />
      <Controls />
      <People />
      <HistorySample />
    </Column>
  )
}

function Components() {
  return (
    <>
      <Section title="Colours">
        <Group gap="xs">
          {tokens.map((name) => (
            <Stack key={name} gap={4} align="center">
              <div className={classes.swatch} style={{ background: `var(--tavla-${name})` }} />
              <Text size="xs">{name}</Text>
            </Stack>
          ))}
        </Group>
      </Section>
      <Section title="Type">
        {([1, 2, 3, 4] as const).map((order) => (
          <Title key={order} order={order}>
            Heading {order}
          </Title>
        ))}
        <Text>Body text, as in most places.</Text>
        <Text size="xs" c="dimmed">
          Small and muted, never below 4.5:1.
        </Text>
      </Section>
    </>
  )
}

function Controls() {
  const [openDialog, setOpenDialog] = useState<'plain' | 'danger' | null>(null)
  const dialog = {
    cancel: 'Cancel',
    closeLabel: 'Close',
    onClose: () => setOpenDialog(null),
    onConfirm: () => setOpenDialog(null),
  }
  return (
    <Section title="Controls">
      <Group gap="xs">
        <Button>Primary</Button>
        <Button variant="default">Default</Button>
        <Button variant="light">Light</Button>
        <Button variant="subtle" color="gray">
          Subtle
        </Button>
        <Button color="red">Danger</Button>
        <Button loading>Busy</Button>
        <Button disabled>Disabled</Button>
      </Group>
      <TextInput label="Label" description="Help below" placeholder="Placeholder" />
      <TextInput label="Wrong" error="What is wrong with it" defaultValue="value" />
      <Group>
        <Checkbox label="Checkbox" defaultChecked />
        <Switch label="Switch" defaultChecked />
        <Badge variant="default">Badge</Badge>
        <Badge variant="light">Badge</Badge>
      </Group>
      <FailureNote text="What went wrong, beside what it went wrong with." />
      <Group gap="xs">
        <Button
          variant="default"
          onClick={() => toasts.note('Done', { label: 'Undo', run: () => undefined })}
        >
          Toast with a way back
        </Button>
        <Button variant="default" onClick={() => toasts.refuse('Your role doesn’t allow this.')}>
          Refusal
        </Button>
        <Button variant="default" onClick={() => setOpenDialog('plain')}>
          Question
        </Button>
        <Button variant="default" onClick={() => setOpenDialog('danger')}>
          Dangerous question
        </Button>
      </Group>
      <ConfirmDialog {...dialog} opened={openDialog === 'plain'} title="Go on?" confirm="Go on">
        Nothing is lost.
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        danger
        opened={openDialog === 'danger'}
        title="Delete it?"
        confirm="Delete"
        failure="It did not work."
      >
        This names what is lost.
      </ConfirmDialog>
    </Section>
  )
}

function People() {
  return (
    <Section title="People and boards">
      <Group gap="xs">
        {Array.from({ length: personColorCount }, (_, index) => getPersonColor(index)).map(
          ({ paint, ink }) => (
            <div key={paint} className={classes.person} style={{ background: paint, color: ink }}>
              Aa
            </div>
          ),
        )}
      </Group>
      <Group>
        <PersonAvatar id="a" name="Ada Lindqvist" photo={null} size={64} />
        <PersonAvatar id="b" name="Björn Ek" photo={null} online />
        <PersonAvatar id="c" name="" photo={null} online={false} />
        <LogoMark size={40} />
      </Group>
      <Group>
        {['a', 'b', 'c', 'd', 'e'].map((wid) => (
          <div key={wid} className={classes.thumb}>
            <Thumbnail wid={wid} name={wid} url={null} />
          </div>
        ))}
      </Group>
    </Section>
  )
}

function HistorySample() {
  return (
    <Section title="Faces">
      <Sheet>
        <EmptyState
          icon={<IconNote size={28} stroke={1.5} />}
          title="Nothing here yet"
          text="And what to do about it."
        >
          <Button variant="light">The first act</Button>
        </EmptyState>
      </Sheet>
      <Sheet>
        <EmptyState icon={<IconCloudOff size={28} stroke={1.5} />} title="Not to be had" text="And why.">
          <Button>Try again</Button>
        </EmptyState>
      </Sheet>
      <Skeleton height={64} radius="md" />
    </Section>
  )
}
